package import Daybook

/// The files of attachments that a hub has, or the question for those that came since.
package struct FileList: HubMessage, Sendable {
  package static let noun = "list of files"

  /// Which list it is: a hub begins another one when it opens the space. Empty for no list yet.
  package let list: [UInt8]
  /// How many files of that list are known, before those that are told here.
  package let known: Int
  /// The files after those, in the order in which they came.
  package let files: [Attachment]

  package init(_ list: [UInt8] = [], known: Int = 0, files: [Attachment] = []) {
    (self.list, self.known, self.files) = (list, known, files)
  }

  /// The bytes that travel: a payload of 1 the list, 2 how many are known, 3 each file (1 its name,
  /// 2 its length).
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 48 + 80 * files.count)
    list.withUnsafeBytes { writer.bytes(1, $0) }
    writer.uint(2, UInt64(known))
    for file in files {
      writer.message(3) { writer in
        writer.value(1, file.name)
        writer.uint(2, UInt64(file.length))
      }
    }
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var (list, known, files): ([UInt8], UInt64, [Attachment]) = ([], 0, [])
    while let field = try reader.next() {
      switch field {
      case 1: list = try reader.bytes()
      case 2: known = try reader.uint()
      case 3: try reader.message { files.append(try Self.file(from: &$0)) }
      default: break
      }
    }
    self.init(list, known: Int(clamping: known), files: files)
  }

  private static func file(from reader: inout PayloadReader) throws -> Attachment {
    var (name, length): (String, UInt64) = ("", .max)
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: length = try reader.uint()
      default: break
      }
    }
    guard let file = Attachment(name: name, length: length) else {
      throw PayloadError.outOfRange(3)
    }
    return file
  }
}
