import ChildProcesses
import Daybook
import DaybookTesting
import Foundation
import GRDB
import TemporaryFolders
import TestRun
import Testing

/// A mirror whose program is killed while it follows.
@Suite(.tags(.crash)) struct MirrorKillTests {
  private let folder: TemporaryFolder
  private let store: EventStore

  init() throws {
    folder = try TemporaryFolder()
    var options = StoreOptions()
    options.createsStore = true
    store = try EventStore.open(at: folder.path("shop"), schema: .shop, options: options)
  }

  /// Beside the tests, or a few folders above them.
  private static var program: String {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      let file = folder.appendingPathComponent("daybookctl")
      if FileManager.default.isExecutableFile(atPath: file.path) { return file.path }
    }
    return "daybookctl"
  }

  private func mirror(_ file: String, _ more: String...) throws -> ChildProcess {
    try ChildProcess(
      Self.program, ["mirror", folder.path(file), "--store", folder.path("shop")] + more,
      output: .nothing, errors: .nothing)
  }

  private func append(_ random: inout SeededGenerator, _ ids: [UUID]) throws {
    let id = ids.randomElement(using: &random) ?? UUID()
    let number = Int.random(in: 0..<100, using: &random)
    try store.append(author: "Ada", durability: .relaxed) { draft in
      var good = Good()
      (good.name, good.amount) = ("good \(number % 7)", number)
      try draft.append(number < 90 ? GoodEvent.bought(good) : .forgotten, to: id)
    }
  }

  @Test func `a mirror is the store at its place after each kill, and now after the next run`()
    throws
  {
    var random = SeededGenerator(seed: 5)
    let ids = (0..<40).map { _ in random.uuid() }
    let kills = ProcessInfo.processInfo.environment["DAYBOOK_MIRROR_KILLS"].flatMap { Int($0) } ?? 6
    for kill in 0..<kills {
      let following = try mirror("shop.sqlite", "--follow")
      for _ in 0..<Int.random(in: 1...600, using: &random) { try append(&random, ids) }
      following.signal(SIGKILL)
      _ = try following.wait()
      try checkMoment("kill \(kill)")
    }
    #expect(try mirror("shop.sqlite").wait() == .exit(0))
    #expect(try mirror("anew.sqlite").wait() == .exit(0))
    let (followed, anew) = (folder.path("shop.sqlite"), folder.path("anew.sqlite"))
    #expect(try MirrorDump(followed).differences(from: MirrorDump(anew)) == [])
  }

  /// What is in the mirror is the store as it was at the place that the mirror tells.
  private func checkMoment(_ name: Comment) throws {
    let path = folder.path("shop.sqlite")
    guard FileManager.default.fileExists(atPath: path) else { return }
    try DatabaseQueue(path: path).read { db in
      guard try db.tableExists("daybook_mirror") else { return }
      let place = try Int64.fetchOne(
        db, sql: "SELECT CAST(value AS INTEGER) FROM daybook_mirror WHERE name = 'transaction'")
      let newest = try store.read { try $0.token() }.description
      let prefix = newest.prefix { $0 != ":" }
      let token = try #require(History.Token("\(prefix):\(place ?? 0)"))
      let (goods, counts) = try store.read(asOf: token) { reader in
        (
          try reader.entities(of: Good.self).map { "\($0.id.rawValue) \($0.state.name)" },
          try reader.view(Shelves.self).rows(Shelves.counts).map { "\($0.key) \($0.row.count)" }
        )
      }
      // The program knows no schema, and numbers may be the zigzag form of others.
      let foundGoods = try String.fetchAll(
        db, sql: "SELECT id || ' ' || field_1 FROM shop_good ORDER BY id")
      let foundCounts = try String.fetchAll(
        db, sql: "SELECT key || ' ' || (field_1 / 2) FROM view_shop_shelves_counts ORDER BY key")
      let transactions = try Int64.fetchOne(db, sql: "SELECT COUNT(*) FROM transactions")
      let events = try Int64.fetchOne(db, sql: "SELECT COUNT(*) FROM events")
      #expect(transactions == place && events == place, name)
      #expect(foundGoods == goods.sorted(), name)
      #expect(foundCounts == counts.sorted(), name)
    }
  }
}
