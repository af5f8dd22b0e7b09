import Daybook
import DaybookSnapshot
import DaybookTesting
import TemporaryFolders
import Testing

/// The place in time of what an extension wrote.
struct InboxTimeTests {
  private let cards: CardStore
  private let directory: TemporaryFolder

  init() throws {
    cards = try CardStore()
    directory = try TemporaryFolder()
  }

  private var inbox: InboxFolder {
    InboxFolder(path: directory.path + "/inbox", shown: cards.folder)
  }

  private func counted(_ amount: Int64) -> InboxEvent {
    var writer = PayloadWriter()
    PantryEvent.counted(amount).encode(into: &writer)
    return InboxEvent(
      "item.counted", kind: PantryItem.kind, entity: CardStore.id(1), payload: writer.array)
  }

  private func amount() throws -> Int64? {
    try cards.store.read { try $0.entity(PantryItem.self, CardStore.id(1))?.amount }
  }

  @Test func `an edit of what a widget shows wins over an app whose clock was ahead by hours`()
    throws
  {
    cards.clock.advance(by: 5 * 3600)
    try cards.buy(1, "rice", on: "A")
    try cards.append(.counted(3), 1)
    try cards.publisher().update()
    cards.clock.advance(by: -5 * 3600)
    try inbox.drop(counted(8), wallTime: cards.clock.now)
    #expect(try cards.store.ingest(inbox: inbox.path).ingested.count == 1)
    #expect(try amount() == 8)
    #expect(try cards.store.verify().ok)
  }

  @Test func `an edit that the widget had not seen wins when it is later`() throws {
    try cards.buy(1, "rice", on: "A")
    try cards.publisher().update()
    cards.clock.advance(by: 60)
    try inbox.drop(counted(8), wallTime: cards.clock.now)
    cards.clock.advance(by: 60)
    try cards.append(.counted(3), 1)
    try cards.store.ingest(inbox: inbox.path)
    #expect(try amount() == 3)
  }

  @Test func `edits of one widget come in the order of their times`() throws {
    cards.clock.advance(by: 5 * 3600)
    try cards.buy(1, "rice", on: "A")
    try cards.publisher().update()
    cards.clock.advance(by: -5 * 3600)
    try inbox.drop(counted(8), wallTime: cards.clock.now)
    try inbox.drop(counted(9), wallTime: cards.clock.now + 1)
    #expect(try cards.store.ingest(inbox: inbox.path).ingested.count == 2)
    #expect(try amount() == 9)
  }

  @Test(arguments: [.max, 1 << 63, 0] as [UInt64])
  func `a time that the store never had is not declared`(seen: UInt64) throws {
    try cards.buy(1, "rice", on: "A")
    let message = InboxMessage(
      id: UUID(), wallTime: cards.clock.now, events: [counted(8)], seen: seen)
    try inbox.drop(message)
    #expect(try cards.store.ingest(inbox: inbox.path).ingested.count == 1)
    try cards.append(.counted(3), 1)
    #expect(try amount() == 3)
    #expect(try cards.store.verify().ok)
  }

  @Test func `the manifest tells the newest time of the store`() throws {
    try cards.buy(1, "rice", on: "A")
    try cards.publisher().update()
    let newest = try cards.store.read { try $0.transactions().last?.time }
    #expect(try cards.folder.manifest().time == newest?.rawValue)
  }

  @Test func `without a manifest the clock of the device decides`() throws {
    try cards.buy(1, "rice", on: "A")
    try inbox.drop(counted(8), wallTime: cards.clock.now + 0.5)
    cards.clock.advance(by: 1)
    let report = try cards.store.ingest(inbox: inbox.path)
    let token = try #require(report.ingested.first?.token)
    let stamp = try cards.store.read {
      try $0.transactions().first { $0.token == token }?.stampTime
    }
    #expect(stamp?.milliseconds == Int64((cards.clock.now.timeIntervalSince1970 - 0.5) * 1000))
  }
}
