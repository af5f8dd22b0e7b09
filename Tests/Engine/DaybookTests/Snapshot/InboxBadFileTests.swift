import Daybook
import DaybookSnapshot
import DaybookTesting
import TemporaryFolders
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Whatever lies in an inbox, the messages beside it are taken in.
struct InboxBadFileTests {
  private let store: EventStore
  private let clock = TestClock()
  private let directory: TemporaryFolder
  private let item = CardStore.id(1)

  init() throws {
    store = try EventStore.temporary(schema: pantry, options: clock.options)
    directory = try TemporaryFolder()
    try inbox.drop(bought("rice"), wallTime: clock.now)
  }

  private var inbox: InboxFolder { InboxFolder(path: directory.path + "/inbox") }
  private var rejected: AtomicFolder { AtomicFolder(path: inbox.path + "/rejected") }

  private func bought(_ name: String) -> InboxEvent {
    var writer = PayloadWriter()
    PantryEvent.bought(PantryItem(name: name, amount: 1)).encode(into: &writer)
    return InboxEvent(
      "item.bought", kind: PantryItem.kind, entity: item, payload: writer.array)
  }

  /// A name that comes before those of messages.
  private func place(_ name: String = "0") -> String {
    "\(inbox.path)/\(name)\(InboxFolder.suffix)"
  }

  /// Takes everything in twice: what stays must not keep later messages out either.
  private func ingestTwice() throws -> InboxReport {
    let first = try store.ingest(inbox: inbox.path)
    #expect(first.ingested.count == 1)
    try inbox.drop(bought("salt"), wallTime: clock.now)
    #expect(try store.ingest(inbox: inbox.path).ingested.count == 1)
    return first
  }

  @Test func `a pipe is set aside without waiting for its writer`() throws {
    #expect(mkfifo(place(), 0o600) == 0)
    #expect(try ingestTwice().rejected.count == 1)
    #expect(rejected.contains("0\(InboxFolder.suffix)"))
  }

  @Test(arguments: ["/dev/zero", "/etc/hostname", "/nowhere"])
  func `a link is set aside and not followed`(target: String) throws {
    #expect(symlink(target, place()) == 0)
    #expect(try ingestTwice().rejected.count == 1)
  }

  @Test func `a folder with the name of a message is set aside`() throws {
    #expect(mkdir(place(), 0o700) == 0)
    #expect(try ingestTwice().rejected.count == 1)
    #expect(rejected.containsFolder("0\(InboxFolder.suffix)"))
  }

  @Test(arguments: [183, 198, 200, 201, 255])
  func `a bad file whose name is long is set aside under a shorter one`(length: Int) throws {
    let count = length - InboxFolder.suffix.utf8.count
    let path = place(String(repeating: "0", count: count))
    #expect(FileManager.default.createFile(atPath: path, contents: Data([1, 2, 3])))
    let report = try ingestTwice()
    let name = try #require(report.rejected.first?.file)
    #expect(rejected.contains(name))
    #expect(rejected.contains("\(name).reason"))
    #expect(try inbox.waiting() == [])
  }

  @Test func `a file called rejected leaves bad files where they are`() throws {
    #expect(
      FileManager.default.createFile(atPath: "\(inbox.path)/rejected", contents: Data([1])))
    #expect(FileManager.default.createFile(atPath: place(), contents: Data([1])))
    let report = try ingestTwice()
    #expect(report.postponed.map(\.file) == ["0\(InboxFolder.suffix)"])
    #expect(try AtomicFolder(path: inbox.path).read("rejected") == [1])
  }

  #if os(Linux)
  @Test func `a name that is not UTF-8 is set aside under one that is`() throws {
    let bytes =
      Array(inbox.path.utf8) + [0x2F, 0x30, 0xFF] + Array(InboxFolder.suffix.utf8) + [0]
    let descriptor = open(bytes.map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o600)
    #expect(descriptor >= 0)
    close(descriptor)
    let report = try ingestTwice()
    #expect(report.rejected.map(\.file) == ["0%ff\(InboxFolder.suffix)"])
    #expect(rejected.contains("0%ff\(InboxFolder.suffix)"))
  }
  #endif

  @Test func `a file that is taken in and cannot be removed is a duplicate from then on`() throws {
    let path = inbox.path
    let store = store
    var report = try store.ingest(inbox: path)
    // A folder that has the name of a message holds on to it when it is not empty.
    let name = try inbox.drop(bought("salt"), wallTime: clock.now)
    let bytes = try #require(try AtomicFolder(path: path).read(name))
    report = try store.ingest(inbox: path)
    #expect(report.ingested.map(\.file) == [name])
    try AtomicFolder(path: path).replace(name, with: bytes)
    #expect(try store.ingest(inbox: path).duplicates == [name])
  }

  @Test func `a message that asks for what no store may hold is set aside`() throws {
    try inbox.drop(
      InboxMessage(
        id: UUID(), wallTime: clock.now - 9, events: [bought("tea")], seen: .max))
    #expect(try store.ingest(inbox: inbox.path).ingested.count == 2)
  }
}
