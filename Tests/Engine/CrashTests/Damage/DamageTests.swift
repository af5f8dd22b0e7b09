import Daybook
import Foundation
import LMDB
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// One changed byte in a record: found by `verify`, named, and never read as if it were whole.
@Suite(.tags(.crash)) struct DamageTests {
  let directory: TemporaryFolder
  let file: StoreFile

  init() throws {
    directory = try TemporaryFolder()
    file = StoreFile(directory: directory.path)
    try SmallStore.fill(directory.path)
  }

  /// What `verify` finds wrong, as one text.
  private func findings() throws -> String {
    try SmallStore.open(directory.path).verify().checks.filter { !$0.ok }
      .map { "\($0.name): \($0.detail)" }.joined(separator: "; ")
  }

  private func damage(_ body: (EventStore) throws -> Void) throws -> StoreError? {
    let store = try SmallStore.open(directory.path)
    do {
      try body(store)
      return nil
    } catch let error as StoreError {
      return error
    }
  }

  /// Changes a byte of the projection's first row, in whichever of the two slots is live.
  private func changeRow(of table: String, offset: Int) throws {
    for slot in ["a", "b"] {
      let name = "\(Boards.name)/\(slot)/\(table)"
      if try !file.rows(name).isEmpty { try file.change(name, at: 0) { $0[offset] ^= 0x04 } }
    }
  }

  @Test func `a store that is whole is found whole`() throws {
    #expect(try findings() == "")
  }

  @Test(arguments: [0, 4, 5, 6, 11, 12, 27, 28, 31, 32, 39])
  func `a changed byte of an event is found and named`(offset: Int) throws {
    let position = SmallStore.remarkPosition
    try file.change("events", position) { $0[offset] ^= 0x10 }
    #expect(try findings().contains("event at position \(position)"))
    let error = try damage { store in _ = try store.read { try $0.event(position) } }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("position \(position)") == true)
    let whole = try SmallStore.open(directory.path).read { try $0.event(position - 1) }
    #expect(whole.position == position - 1)
  }

  @Test func `a changed bit of a payload in the file itself is found and named`() throws {
    var bytes = try file.bytes()
    let remark = Array(SmallStore.remark.utf8)
    var hits = 0
    for start in 0..<bytes.count - remark.count
    where bytes[start..<start + remark.count].elementsEqual(remark) {
      bytes[start + 5] ^= 1
      hits += 1
    }
    #expect(hits > 0)
    try file.replace(with: bytes)
    let position = SmallStore.remarkPosition
    #expect(try findings().contains("event at position \(position)"))
    let error = try damage { store in
      _ = try store.read { try $0.events(of: Counter.self, SmallStore.ids[0]) }
    }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("position \(position)") == true)
  }

  @Test(arguments: [0, 4, 8, 16, 20, 24, 32, 40, 48, 52, 60, 65])
  func `a changed byte of a transaction is found and named`(offset: Int) throws {
    try file.change("transactions", 3) { $0[offset] ^= 0x10 }
    #expect(try findings().contains("transaction 3"))
    let error = try damage { store in _ = try store.read { try $0.transaction(3) } }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("transaction 3") == true)
  }

  @Test func `a missing event is found and named`() throws {
    do {
      let environment = try Environment(path: directory.path)
      var transaction = try environment.beginWrite()
      let events = try transaction.makeTable("events", IntegerOrder.self)
      try transaction.remove(events, 4)
      try environment.commit(transaction)
    }
    #expect(try findings().contains("event at position 4"))
    let error = try damage { store in _ = try store.read { try $0.event(4) } }
    #expect(error?.code == .damaged)
  }

  @Test(arguments: [0, 1, 2, 7, 8, 12, 16, 18, 20, 24])
  func `a changed byte of an entity is found and named`(offset: Int) throws {
    try file.change("entities", at: 2) { $0[offset] ^= 0x01 }
    #expect(try findings().contains("the row of table entities under key"))
  }

  @Test(arguments: ["members", "totals"], [0, 1])
  func `a changed byte of a projection's row is found`(table: String, offset: Int) throws {
    try changeRow(of: table, offset: offset)
    #expect(try findings().contains("\(Boards.name): the row of table \(Boards.name)/"))
  }

  @Test func `rows that were damaged are whole after a rebuild`() throws {
    try changeRow(of: "members", offset: 1)
    let store = try SmallStore.open(directory.path)
    #expect(try !store.verify().ok)
    try store.rebuild()
    #expect(try store.verify().ok)
  }
}
