import Daybook
import DaybookSnapshot
import DaybookTesting
import TemporaryFolders
import Testing

/// Events that extensions left, taken into the log.
struct InboxTests {
  private let store: EventStore
  private let clock = TestClock()
  private let directory: TemporaryFolder
  private let item = CardStore.id(1)

  init() throws {
    store = try EventStore.temporary(schema: pantry, options: clock.options)
    directory = try TemporaryFolder()
  }

  private var inbox: InboxFolder { InboxFolder(path: directory.path + "/inbox") }

  private func event(_ event: PantryEvent) -> InboxEvent {
    var writer = PayloadWriter()
    event.encode(into: &writer)
    return InboxEvent(
      PantryEvent.types[event.typeIndex].name, kind: PantryItem.kind, entity: item,
      payload: writer.array)
  }

  private func bought(_ name: String) -> InboxEvent {
    event(.bought(PantryItem(name: name, amount: 1)))
  }

  private var rejected: AtomicFolder { AtomicFolder(path: inbox.path + "/rejected") }

  private func amount() throws -> Int64? {
    try store.read { try $0.entity(PantryItem.self, item)?.amount }
  }

  private func transactions() throws -> [History.Transaction] {
    try store.read { try $0.transactions() }
  }

  @Test func `a file becomes a transaction and goes`() throws {
    let written = clock.now - 60
    try inbox.drop(bought("rice"), author: "widget", context: "tap", wallTime: written)
    let report = try store.ingest(inbox: inbox.path)
    #expect(report.ingested.count == 1)
    #expect(try inbox.waiting() == [])
    let transaction = try #require(try transactions().first)
    #expect(transaction.author == "widget")
    #expect(transaction.context == "tap")
    #expect(transaction.wallTime == clock.now)
    #expect(transaction.stampTime.milliseconds == Int64(written.timeIntervalSince1970 * 1000))
    #expect(report.ingested.first?.token == transaction.token)
  }

  @Test func `an extension writes the bytes that the engine would`() throws {
    var payload = InboxPayload()
    payload.message(1) {
      $0.string(1, "rice")
      $0.int(2, -300)
      $0.uint(3, 1 << 40)
      $0.bool(4, true)
      $0.double(5, 0.1)
      $0.date(6, clock.now)
      $0.uuid(7, item)
    }
    var writer = PayloadWriter()
    writer.message(1) {
      $0.string(1, "rice")
      $0.int(2, -300)
      $0.uint(3, 1 << 40)
      $0.bool(4, true)
      $0.double(5, 0.1)
      $0.date(6, clock.now)
      $0.uuid(7, item)
    }
    #expect(payload.bytes == writer.array)
  }

  @Test func `files are taken in the order of their times`() throws {
    try inbox.drop(event(.counted(3)), wallTime: clock.now - 10)
    try inbox.drop(event(.counted(2)), wallTime: clock.now - 20)
    try inbox.drop(bought("rice"), wallTime: clock.now - 30)
    #expect(try store.ingest(inbox: inbox.path).ingested.count == 3)
    #expect(try amount() == 3)
    let times = try transactions().map(\.stampTime)
    #expect(times == times.sorted())
  }

  @Test func `what was written before an edit in the app stays before it`() throws {
    try store.buy("x", shelf: nil, as: item)
    clock.advance(by: 60)
    try inbox.drop(event(.counted(5)), wallTime: clock.now)
    clock.advance(by: 60)
    try store.append { try $0.append(PantryEvent.counted(9), to: item) }
    try store.ingest(inbox: inbox.path)
    #expect(try amount() == 9)
  }

  @Test(arguments: [3600, .infinity, -1e12, .nan] as [Double])
  func `a clock that is wrong does not keep a file out`(offset: Double) throws {
    try inbox.drop(bought("rice"), wallTime: clock.now + offset)
    #expect(try store.ingest(inbox: inbox.path).ingested.count == 1)
    #expect(try amount() == 1)
  }

  @Test func `events of one file are one transaction`() throws {
    try inbox.drop(
      InboxMessage(
        id: UUID(), wallTime: clock.now, events: [bought("rice"), event(.counted(4))]))
    try store.ingest(inbox: inbox.path)
    #expect(try transactions().count == 1)
    #expect(try amount() == 4)
  }

  @Test func `a process that ends between commit and removal takes nothing twice`() throws {
    let name = try inbox.drop(bought("rice"), wallTime: clock.now)
    let files = AtomicFolder(path: inbox.path)
    let bytes = try #require(try files.read(name))
    try store.ingest(inbox: inbox.path)
    // As if the file had not been removed; a copy under another name counts as the same.
    try files.replace(name, with: bytes)
    try files.replace("0-copy\(InboxFolder.suffix)", with: bytes)
    let report = try store.ingest(inbox: inbox.path)
    #expect(report.ingested.isEmpty)
    #expect(report.duplicates.count == 2)
    #expect(try inbox.waiting() == [])
    #expect(try transactions().count == 1)
  }

  @Test func `a commit that fails marks nothing`() throws {
    let faults = FaultPlan()
    var options = clock.options
    faults.install(in: &options)
    let store = try EventStore.temporary(schema: pantry, options: options)
    try inbox.drop(bought("rice"), wallTime: clock.now)
    faults.failNextCommit(.diskFull)
    #expect(throws: StoreError.self) { try store.ingest(inbox: inbox.path) }
    #expect(try inbox.waiting().count == 1)
    faults.failNextCommit(.growth)
    #expect(try store.ingest(inbox: inbox.path).ingested.count == 1)
    let count = try store.read { try $0.transactions().count }
    #expect(count == 1)
  }

  @Test func `the mark outlives the process`() throws {
    let path = directory.path + "/store"
    let name = try inbox.drop(bought("rice"), wallTime: clock.now)
    let files = AtomicFolder(path: inbox.path)
    let bytes = try #require(try files.read(name))
    try EventStore.open(at: path, schema: pantry).ingest(inbox: inbox.path)
    try files.replace(name, with: bytes)
    let report = try EventStore.open(at: path, schema: pantry).ingest(inbox: inbox.path)
    #expect(report.duplicates == [name])
  }

  @Test func `bad files are set aside with their reasons, and the others go on`() throws {
    let files = AtomicFolder(path: inbox.path)
    try inbox.drop(bought("rice"), wallTime: clock.now)
    try inbox.drop(event(.counted(-1)), wallTime: clock.now + 1)
    try inbox.drop(
      InboxEvent("item.sold", kind: PantryItem.kind, entity: item), wallTime: clock.now)
    try inbox.drop(InboxEvent("item.bought", kind: "shop.item", entity: item), wallTime: clock.now)
    try inbox.drop(
      InboxEvent("item.bought", kind: PantryItem.kind, entity: item, payload: [0xFF]),
      wallTime: clock.now)
    try files.replace("torn\(InboxFolder.suffix)", with: [1, 2, 3])
    try files.replace(
      "large\(InboxFolder.suffix)", with: [UInt8](repeating: 0, count: 2 << 20))
    let report = try store.ingest(inbox: inbox.path)
    #expect(report.ingested.count == 1)
    #expect(report.rejected.count == 6)
    #expect(try inbox.waiting() == [])
    for entry in report.rejected {
      #expect(rejected.contains(entry.file))
      let reason = try rejected.read("\(entry.file).reason")
      #expect(reason == Array("\(entry.reason)\n".utf8))
    }
    #expect(try amount() == 1)
    #expect(try transactions().count == 1)
  }

  @Test func `a file that is refused twice does not replace the first`() throws {
    let files = AtomicFolder(path: inbox.path)
    let name = "torn\(InboxFolder.suffix)"
    for byte in 1...2 as ClosedRange<UInt8> {
      try inbox.drop(bought("rice"), wallTime: clock.now)
      try files.replace(name, with: [byte])
      try store.ingest(inbox: inbox.path)
    }
    #expect(try rejected.read(name) == [1])
    #expect(try rejected.read("2-\(name)") == [2])
  }

  @Test func `a refused file that is moved back is tried again`() throws {
    let name = try inbox.drop(event(.counted(-1)), wallTime: clock.now)
    try store.buy("x", shelf: nil, as: item)
    try store.ingest(inbox: inbox.path)
    try rejected.move(name, to: AtomicFolder(path: inbox.path), as: name)
    #expect(try store.ingest(inbox: inbox.path).rejected.count == 1)
  }

  @Test func `other files in the folder are left alone`() throws {
    try inbox.drop(bought("rice"), wallTime: clock.now)
    let files = AtomicFolder(path: inbox.path)
    try files.replace("notes.txt", with: [1])
    try store.ingest(inbox: inbox.path)
    #expect(try files.names() == ["notes.txt"])
  }

  @Test func `an inbox that nobody has used is empty`() async throws {
    let report = try await store.ingest(inbox: directory.path + "/none")
    #expect(report.ingested.isEmpty && report.rejected.isEmpty)
  }
}
