import Daybook
import Interchange
import TemporaryFolders
import Testing

struct ImportedRowTests {
  @Test(arguments: [0, 1, 127, 128, 200, 255] as [UInt8])
  func `the values of a row take the room that they are long, and come back`(byte: UInt8) throws {
    var row = ImportedRow()
    row.provider = "babybuddy"
    row.key = "1"
    row.memory.told = [UInt8](repeating: byte, count: 10_000)
    var writer = PayloadWriter()
    row.encode(into: &writer)
    #expect(writer.array.count < 10_100)
    let read = try writer.array.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      return try ImportedRow(from: &reader)
    }
    #expect(read.memory.told == row.memory.told)
  }

  @Test func `the text of a row is that of the reading that counts`() throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.open(at: folder.path, schema: Schema().importing())
    let id = UUID()
    func read(_ value: UInt8, _ text: String?, by author: String) throws {
      var row = ImportedRow()
      row.memory.told = [8, value]
      if text == nil { row.presence = .gone }
      let event = ImportedRowEvent.read(row, text: text)
      try store.append(author: author) { draft in try draft.append(event, to: id) }
    }
    func text() throws -> String? { try store.read { try $0.importedText(of: id) } }
    #expect(try text() == nil)
    try read(1, "1,one", by: "first")
    try read(2, "1,two", by: "second")
    #expect(try text() == "1,two")
    // A row that the source does not have any more keeps its text.
    try read(2, nil, by: "third")
    #expect(try text() == "1,two")
    _ = try store.undo(by: "third")
    _ = try store.undo(by: "second")
    #expect(try text() == "1,one")
  }
}
