import Daybook
import Interchange
import Testing

@Suite struct ImportedRowTests {
  @Test(arguments: [0, 1, 127, 128, 200, 255] as [UInt8])
  func `the values of a row take the room that they are long, and come back`(byte: UInt8) throws {
    var row = ImportedRow()
    row.provider = "babybuddy"
    row.key = "1"
    row.values = [UInt8](repeating: byte, count: 10_000)
    row.text = "1,2"
    var writer = PayloadWriter()
    row.encode(into: &writer)
    #expect(writer.array.count < 10_100)
    let read = try writer.array.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      return try ImportedRow(from: &reader)
    }
    #expect(read.values == row.values)
    #expect(read.text == row.text)
  }
}
