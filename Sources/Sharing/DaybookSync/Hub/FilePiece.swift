package import Daybook

/// A piece of an attachment's file: one that is asked for or handed over, or how much has come.
package struct FilePiece: HubMessage, Hashable, Sendable {
  package static let noun = "piece of a file"

  /// The most bytes of one.
  package static let size = 1 << 20

  package let file: Attachment
  /// Where it begins.
  package let place: Int
  /// Its bytes; empty in a question, and in an answer.
  package let content: [UInt8]

  package init(of file: Attachment, at place: Int, content: [UInt8] = []) {
    (self.file, self.place, self.content) = (file, place, content)
  }

  /// The bytes that travel: a payload of 1 the file's name, 2 its length, 3 the place, 4 the
  /// content.
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 100 + content.count)
    writer.value(1, file.name)
    writer.uint(2, UInt64(file.length))
    writer.uint(3, UInt64(place))
    if !content.isEmpty { content.withUnsafeBytes { writer.bytes(4, $0) } }
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var (name, length, place, content): (String, UInt64, UInt64, [UInt8]) = ("", .max, 0, [])
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: length = try reader.uint()
      case 3: place = try reader.uint()
      case 4: content = try reader.bytes()
      default: break
      }
    }
    guard let file = Attachment(name: name, length: length) else {
      throw PayloadError.outOfRange(1)
    }
    guard place <= UInt64(file.length) else { throw PayloadError.outOfRange(3) }
    guard content.count <= Self.size else { throw PayloadError.outOfRange(4) }
    self.init(of: file, at: Int(place), content: content)
  }
}
