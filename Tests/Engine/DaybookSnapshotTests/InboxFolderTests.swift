import DaybookSnapshot
import TemporaryFolders
import Testing

/// Events that an extension leaves for the app.
struct InboxFolderTests {
  private static let feed = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10") ?? UUID()
  private static let message = InboxMessage(
    id: UUID(uuidString: "00000000-0000-0000-0000-000000000007") ?? UUID(), author: "widget",
    context: "tap", wallTime: Date(timeIntervalSinceReferenceDate: 784_152_300.5),
    events: [InboxEvent("feed.cancelled", kind: "nursery.feed", entity: feed, payload: [1, 2])])

  private static let golden =
    "4442495801000000" + "8646b024a339cef2" + "0a1000000000000000000000000000000007"
    + "1206776964676574" + "1a03746170" + "21000040769b5ec741"
    + "2a36" + "0a0e666565642e63616e63656c6c6564" + "1001" + "1a0c6e7572736572792e66656564"
    + "22100b6f2c1e5d0a4e579a533c1d1b7e9a10" + "2a020102"

  @Test func `a file has the bytes of the released format`() {
    let hex = Self.message.encoded().map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    #expect(hex.joined() == Self.golden)
  }

  @Test func `what the writer had seen is field 6`() {
    var message = Self.message
    message.seen = 0x0102_0304_0506_0708
    #expect(message.encoded().suffix(9) == [6 << 3 | 1, 8, 7, 6, 5, 4, 3, 2, 1])
  }

  @Test func `a message tells the time of the manifest that is shown`() throws {
    let directory = try TemporaryFolder()
    var manifest = SnapshotManifest(builder: "test@1")
    manifest.time = 0x0102_0304_0506_0708
    try AtomicFolder(path: directory.path).replace(
      SnapshotManifest.fileName, with: manifest.encoded())
    let inbox = InboxFolder(
      path: directory.path + "/inbox", shown: SnapshotFolder(path: directory.path))
    let name = try inbox.drop(Self.message)
    let bytes = try #require(try AtomicFolder(path: inbox.path).read(name))
    #expect(bytes.suffix(9) == [6 << 3 | 1, 8, 7, 6, 5, 4, 3, 2, 1])
  }

  @Test func `names sort by the time of writing and do not collide`() throws {
    let directory = try TemporaryFolder()
    let inbox = InboxFolder(path: directory.path + "/inbox")
    let times = [784_152_301.0, -1e12, 784_152_300.25, 784_152_301, .infinity]
    for (number, seconds) in times.enumerated() {
      try inbox.drop(
        InboxEvent("e\(number)", kind: "k", entity: Self.feed),
        wallTime: Date(timeIntervalSinceReferenceDate: seconds))
    }
    let names = try inbox.waiting()
    #expect(names.count == 5)
    #expect(names.map { $0.prefix(16) } == names.map { $0.prefix(16) }.sorted())
    #expect(names[1].hasPrefix("001762459500250-"))
  }

  @Test func `a file that is being written is not there yet`() throws {
    let directory = try TemporaryFolder()
    var files = AtomicFolder(path: directory.path)
    files.interruption = { step throws(SnapshotError) in
      if case .rename = step { throw SnapshotError(.storage, "killed") }
    }
    let name = "000000000000001-x\(InboxFolder.suffix)"
    #expect(throws: SnapshotError.self) { try files.replace(name, with: [1]) }
    #expect(try InboxFolder(path: directory.path).waiting() == [])
  }

  @Test func `a message without events is refused`() throws {
    let directory = try TemporaryFolder()
    let inbox = InboxFolder(path: directory.path)
    let empty = InboxMessage(id: UUID(), wallTime: Date(), events: [])
    let error = #expect(throws: SnapshotError.self) { try inbox.drop(empty) }
    #expect(error?.code == .invalidArgument)
  }

  @Test func `a changed byte, a cut and a newer format are told apart`() {
    let bytes = Self.message.encoded()
    for index in bytes.indices where index != 4 && !(5..<8).contains(index) {
      var changed = bytes
      changed[index] ^= 0x10
      let error = #expect(throws: SnapshotError.self) { try InboxMessage.body(of: changed) }
      #expect(error?.code == .damaged)
      #expect(throws: SnapshotError.self) {
        try InboxMessage.body(of: Array(bytes.prefix(index)))
      }
    }
    var newer = bytes
    newer[4] = 2
    let error = #expect(throws: SnapshotError.self) { try InboxMessage.body(of: newer) }
    #expect(error?.code == .newerFormat)
  }
}
