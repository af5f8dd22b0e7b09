package import Daybook

/// A letter between an owner and a device that joins with a link, as it lies in a hub's box.
package struct BoxLetter: HubMessage, Hashable, Sendable {
  package static let noun = "letter"

  /// Who wrote it.
  package enum Sort: String, CaseIterable, Sendable {
    /// Who joins.
    case request
    /// The owner.
    case answer
  }

  /// The box, sixteen bytes.
  package let box: [UInt8]
  package let sort: Sort
  package let content: [UInt8]
  /// The HMAC-SHA-256 of sort and content, by the secret of the link.
  package let code: [UInt8]

  /// A letter; without content it names a box.
  package init(in box: [UInt8], _ sort: Sort = .request, content: [UInt8] = [], code: [UInt8] = [])
  {
    (self.box, self.sort, self.content, self.code) = (box, sort, content, code)
  }

  /// The bytes that travel: a payload of 1 the box, 2 the sort, 3 the content, 4 the code.
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 96 + content.count)
    box.withUnsafeBytes { writer.bytes(1, $0) }
    writer.value(2, sort.rawValue)
    content.withUnsafeBytes { writer.bytes(3, $0) }
    code.withUnsafeBytes { writer.bytes(4, $0) }
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var (box, content, code): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    var sort = Sort.request
    while let field = try reader.next() {
      switch field {
      case 1: box = try reader.bytes()
      case 2:
        guard let known = Sort(rawValue: try reader.string()) else {
          throw PayloadError.outOfRange(2)
        }
        sort = known
      case 3: content = try reader.bytes()
      case 4: code = try reader.bytes()
      default: break
      }
    }
    guard box.count == 16 else { throw PayloadError.missing(1) }
    self.init(in: box, sort, content: content, code: code)
  }
}

/// The letters in a box.
package struct BoxLetters: HubMessage, Sendable {
  package static let noun = "box of letters"

  package let letters: [BoxLetter]

  package init(_ letters: [BoxLetter]) { self.letters = letters }

  /// The bytes that travel: a payload of 1 each letter, as it travels.
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 512)
    for letter in letters { letter.bytes.withUnsafeBytes { writer.bytes(1, $0) } }
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var found: [BoxLetter] = []
    while let field = try reader.next() {
      if field == 1, let letter = try? BoxLetter(bytes: reader.bytes()) { found.append(letter) }
    }
    letters = found
  }
}
