import Daybook
import Foundation
import LMDB
import Nursery
import TemporaryFolders
import Testing

/// `doctor`, `quarantine` and `requeue`.
struct DoctorCommandTests {
  @Test func `a sound store has nothing wrong`() throws {
    let store = try HouseholdStore()
    let before = try store.bytes()
    let run = try store.run("doctor")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("Nothing is wrong"))
    #expect(try store.bytes() == before)
    #expect(try store.run("doctor", "--json").list("findings").isEmpty)
  }

  @Test func `a damaged event is named with what is lost and what to do`() throws {
    let store = try HouseholdStore()
    try damage("events", 7, at: store.path)
    let run = try store.run("doctor")
    #expect(run.status == 1)
    #expect(run.output.contains("events: "))
    #expect(run.output.contains("position 7"))
    #expect(run.output.contains("damaged"))
    #expect(run.output.contains("doctor --rebuild-into NEWDIR"))
  }

  @Test func `a rebuild keeps every event but the damaged one, and leaves the old store alone`()
    throws
  {
    let store = try HouseholdStore()
    let events = try count(store.path)
    try damage("events", 7, at: store.path)
    let before = try store.bytes()
    let copy = store.folder.path("copy")
    let run = try store.run("doctor", "--rebuild-into", copy, "--json")
    #expect(run.status == 1, "\(run.errors)")
    let result: [String: Any] = try run.json()
    let losses = try #require(result["losses"] as? [[String: Any]])
    #expect(losses.count == 1)
    #expect(losses.first?["positions"] as? [Int] == [7])
    #expect(losses.first?["rescued"] as? Int == 1000)
    #expect(result["verified"] as? Bool == true)
    #expect(try count(copy) == events - 1)
    #expect(try nursery("verify", "--store", copy).status == 0)
    #expect(try store.bytes() == before)
  }

  @Test func `a rebuild of a sound store is the same store under another identity`() throws {
    let store = try HouseholdStore()
    #expect(try store.run("undo", "2").status == 0)
    let copy = store.folder.path("copy")
    let run = try store.run("doctor", "--rebuild-into", copy)
    #expect(run.status == 0, "\(run.output) \(run.errors)")
    for command in ["totals", "profiles", "last"] {
      let old = try store.run(command, "--json").output
      #expect(try nursery(command, "--json", "--store", copy).output == old, "\(command)")
    }
  }

  /// A store with days of Amsterdam from 07:00 on.
  private func makeStore(in folder: TemporaryFolder) throws -> [String] {
    let at = ["--store", folder.path("s")]
    for command in [
      ["new", "--zone", "Europe/Amsterdam", "--day-start", "07:00"], ["profile", "add", "Noor"],
    ] {
      #expect(try nursery(command + at).status == 0)
    }
    return at
  }

  @Test func `a rebuild of a store with a damaged root keeps where days begin`() throws {
    let folder = try TemporaryFolder()
    let at = try makeStore(in: folder)
    let data = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path("s/data.mdb")))
    try data.seek(toOffset: 4136)
    try data.write(contentsOf: [UInt8](repeating: 0xA5, count: 40))
    try data.close()
    let run = try nursery(["doctor", "--rebuild-into", folder.path("copy")] + at)
    #expect(run.status == 1 && run.output.contains("root page 1 is damaged"), "\(run.output)")
    let days = try nursery("days", "--store", folder.path("copy"))
    #expect(days.output.contains("Europe/Amsterdam from 07:00"), "\(days.output) \(days.errors)")
  }

  @Test func `a rebuild that cannot read where days begin says so`() throws {
    let folder = try TemporaryFolder()
    let at = try makeStore(in: folder)
    do {
      let environment = try Environment(path: folder.path("s"))
      var transaction = try environment.beginWrite()
      let meta = try transaction.makeTable("meta", LexicalOrder.self)
      for number in 0..<20 {
        _ = try Array("projection/\(number)".utf8).withUnsafeBytes {
          try transaction.remove(meta, $0)
        }
      }
      try environment.commit(transaction)
    }
    let run = try nursery(["doctor", "--rebuild-into", folder.path("copy")] + at)
    #expect(run.status == 1)
    #expect(run.output.contains("views are lost, such as where days begin"), "\(run.output)")
  }

  @Test func `a store that nobody has written to is sound, and so is its copy`() throws {
    let folder = try TemporaryFolder()
    let (path, copy) = (folder.path("empty"), folder.path("copy"))
    #expect(try daybookctl("import", "log", "nowhere", "--store", path).status == 66)
    #expect(try nursery("new", "--store", path).status == 0)
    let run = try nursery("doctor", "--rebuild-into", copy, "--store", path)
    #expect(run.status == 0, "\(run.output) \(run.errors)")
    #expect(!run.output.contains("damaged") && run.output.contains("The new store verifies."))
  }

  @Test func `a transaction whose record is lost keeps its events, and those after it stay`()
    throws
  {
    let store = try HouseholdStore()
    let events = try count(store.path)
    try damage("transactions", 1, at: store.path)
    let copy = store.folder.path("copy")
    let run = try store.run("doctor", "--rebuild-into", copy)
    #expect(run.status == 1)
    #expect(run.output.contains("of transaction 1 no event is lost"))
    #expect(run.output.contains("Keep the old store"))
    #expect(try count(copy) == events)
  }

  @Test func `what was taken back does not come again with its damaged transaction`() throws {
    let store = try HouseholdStore()
    #expect(try store.run("undo", "2").status == 0)
    let totals = try store.run("totals", "--json").output
    try damage("transactions", 2, at: store.path)
    let copy = store.folder.path("copy")
    #expect(try store.run("doctor", "--rebuild-into", copy).status == 1)
    #expect(try nursery("totals", "--json", "--store", copy).output == totals)
  }

  @Test func `a store is not rebuilt into one that is there`() throws {
    let store = try HouseholdStore()
    let other = try HouseholdStore()
    let before = try other.bytes()
    let run = try store.run("doctor", "--rebuild-into", other.path)
    #expect(run.status == 73)
    #expect(run.errors.contains("already"))
    #expect(try other.bytes() == before)
  }

  /// What no store can be copied from.
  enum Source: CaseIterable { case missing, empty, letter, folder, newer }

  @Test(arguments: Source.allCases, [true, false])
  func `a rebuild that fails leaves nothing behind and names only what was named`(
    source: Source, isThere: Bool
  ) throws {
    let store = try HouseholdStore()
    let data = URL(fileURLWithPath: store.path + "/data.mdb")
    switch source {
    case .missing: try FileManager.default.removeItem(atPath: store.path)
    case .empty: try Data().write(to: data)
    case .letter: try Data(repeating: 0x41, count: 20_000).write(to: data)
    case .folder:
      try FileManager.default.removeItem(at: data)
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: false)
    case .newer: try store.makeNewer()
    }
    let around = store.folder.path("around")
    let copy = around + "/copy"
    let folder = isThere ? copy : store.folder.path("other")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let run = try store.run("doctor", "--rebuild-into", copy)
    #expect(run.status == (source == .missing ? 66 : source == .newer ? 76 : 74), "\(run.errors)")
    #expect(run.output == "")
    #expect(run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.contains(store.path))
    for hidden in ["salvage", copy] { #expect(!run.errors.contains(hidden), "\(run.errors)") }
    #expect(FileManager.default.fileExists(atPath: around) == isThere)
    #expect((try? FileManager.default.contentsOfDirectory(atPath: copy)) == (isThere ? [] : nil))
  }

  @Test func `a store of another app is told as one and stays as it is, its log is copied`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("garage")
    try Garage.make(at: path, cars: 3)
    let data = URL(fileURLWithPath: path + "/data.mdb")
    let before = try Data(contentsOf: data)
    let run = try nursery("doctor", "--store", path)
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 3, "\(run.output)")
    #expect(run.output.contains("garage.car"))
    #expect(run.output.contains("3 events"))
    #expect(try Data(contentsOf: data) == before)
    let copy = folder.path("copy")
    let rebuild = try nursery("doctor", "--store", path, "--rebuild-into", copy)
    #expect(rebuild.status == 0, "\(rebuild.output) \(rebuild.errors)")
    #expect(try nursery("doctor", "--store", copy).output == run.output)
    #expect(try Data(contentsOf: data) == before)
    try damage("events", 2, at: path)
    let damaged = try nursery("doctor", "--store", path)
    #expect(damaged.output.contains("position 2"), "\(damaged.output)")
    #expect(damaged.output.contains("garage.car"))
  }

  @Test func `a store with settings, timers and checklists is the nursery's own`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store")
    let store = try EventStore.open(
      at: path, schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")))
    let now = Date(timeIntervalSinceReferenceDate: 784_119_600)
    try store.append { draft in
      try draft.editSettings { $0.feedReminderHours += 1 }
      try draft.keepValues(of: FeedSession(start: now, amount: Amount(120, .millilitre)))
      try draft.startTimer(RunningTimer(name: "tummy", start: now), rules: EntryRules(now: now))
    }
    #expect(try nursery("doctor", "--store", path).output.hasPrefix("Nothing is wrong"))
  }

  @Test func `a store without a quarantine has nothing to try again`() throws {
    let store = try HouseholdStore()
    #expect(try store.run("quarantine", "--json").list("items").isEmpty)
    let result: [String: Any] = try store.run("requeue", "--json").json()
    #expect(result["before"] as? Int == 0 && result["left"] as? Int == 0)
  }

  @Test func `a zeroed page ends no command, is named, and costs what it held`() throws {
    let store = try HouseholdStore()
    let events = try count(store.path)
    let sound = try store.bytes()
    let file = URL(fileURLWithPath: store.path + "/data.mdb")
    var refused = 0
    let (whole, step) = (sound.count / 4096, max(1, sound.count / 4096 / 8))
    let pages = (2..<2 + step).flatMap { stride(from: $0, to: whole, by: step) }
    // Identifiers at random decide where the rows of the log lie.
    for (index, page) in pages.enumerated() where index < 9 || refused == 0 {
      var bytes = sound
      bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
      try bytes.write(to: file)
      let run = try store.run("log", "--limit", "2000")
      #expect(run.status == 0 || run.status == 74, "page \(page): \(run.errors)")
      if run.status == 0 { continue }
      refused += 1
      #expect(run.errors.contains("page \(page)"))
      #expect(run.errors.contains("doctor --rebuild-into"))
      let copy = store.folder.path("copy-\(page)")
      let rebuild = try store.run("doctor", "--rebuild-into", copy, "--json")
      let result: [String: Any] = try rebuild.json()
      #expect(result["verified"] as? Bool == true, "\(rebuild.errors)")
      #expect(try count(copy) > events - 100)
    }
    #expect(refused > 0)
  }

  @Test func `stats says that the pages are sound`() throws {
    let store = try HouseholdStore()
    let stats: [String: Any] = try store.run("stats", "--json").json()
    #expect(stats["pages"] as? String == "sound")
    let table = try store.run("stats").output
    #expect(
      table.split(separator: "\n").contains { $0.hasPrefix("pages") && $0.hasSuffix("sound") })
  }

  private func count(_ path: String) throws -> Int {
    let stats: [String: Any] = try nursery("stats", "--store", path, "--json").json()
    return stats["events"] as? Int ?? -1
  }

  /// Turns a bit over in a row of the log.
  private func damage(_ table: String, _ number: UInt64, at path: String) throws {
    let environment = try Environment(path: path)
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable(table, IntegerOrder.self)
    var row = try transaction.value(table, number)?.withUnsafeBytes { [UInt8]($0) } ?? []
    row[50] ^= 0x10
    try row.withUnsafeBytes { try transaction.put(table, number, $0) }
    try environment.commit(transaction)
  }
}
