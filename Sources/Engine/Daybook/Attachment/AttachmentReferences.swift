#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Which attachments stored bytes refer to.
///
/// References are found by what they look like, in bytes of any shape: in a payload of a type that
/// nobody here knows, in JSON, in a field that a newer version of the app has added. One that
/// stands among other words of a text keeps a file from being collected, and does no other harm.
package struct AttachmentReferences: Sendable {
  /// What is referred to, without extensions: those that follow are a part of the text.
  package private(set) var attachments: Set<Attachment> = []
  /// Those of them that are values of their own, and no part of a longer text: of these a store is
  /// to have the files. With extensions.
  package private(set) var values: Set<Attachment> = []

  package init() {}

  /// The names of the files.
  package var names: Set<String> { Set(attachments.map(\.name)) }

  /// The names of the files that a store is to have.
  package var neededNames: Set<String> { Set(values.map(\.name)) }

  /// Finds the references in some bytes. Some GB a second.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var from = 0
    let isJSON = bytes.isJSON
    // Safety: each place is within the buffer, and at least so many bytes are before and after it.
    while let colon = bytes.firstIndex(ofColonFrom: from) {
      from = colon + 1
      let count = Attachment.marker.utf8CodeUnitCount
      guard from >= count, let start = bytes.baseAddress,
        memcmp(start + from - count, Attachment.marker.utf8Start, count) == 0
      else { continue }
      addReference(UnsafeRawBufferPointer(rebasing: bytes[from...]))
      if let value = bytes.value(at: from - count, isJSON) { values.insert(value) }
    }
  }

  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  /// Reads length and name at the start of some bytes.
  private mutating func addReference(_ bytes: UnsafeRawBufferPointer) {
    let digits = bytes.prefix(10).prefix { (0x30...0x39).contains($0) }
    let rest = bytes.dropFirst(digits.count)
    guard rest.first == 0x3A, rest.count > Attachment.digits,
      let length = Attachment.length(String(decoding: digits, as: UTF8.self))
    else { return }
    let name = String(decoding: rest.dropFirst().prefix(Attachment.digits), as: UTF8.self)
    guard Attachment.isName(name) else { return }
    attachments.insert(Attachment(name: name, length: length, fileExtension: nil))
  }
}

extension UnsafeRawBufferPointer {
  /// The most bytes that the text of an attachment has.
  private static var longest: Int { 128 }

  /// Whether they are a field with all of a value in JSON, as of a `CodablePayload`.
  fileprivate var isJSON: Bool {
    let start = prefix(8).firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
    return first == 0x0A && (start ?? 0) > 1
  }

  /// The attachment that a text which begins at a place is to its end; nil for any other. Before a
  /// text stands how long it is, in most encodings; in JSON it stands between quotation marks.
  fileprivate func value(at place: Int, _ isJSON: Bool) -> Attachment? {
    guard place > 0 else { return nil }
    let rest = self[place...].prefix(Self.longest)
    let mark = self[place - 1]
    if mark == UInt8(ascii: "\""), isJSON {
      // With a backslash before it, it is a part of a text.
      let isInText = place > 1 && self[place - 2] == UInt8(ascii: "\\")
      return isInText ? nil : Self.attachment(rest.prefix { $0 != mark })
    }
    return Int(mark) > rest.count ? nil : Self.attachment(rest.prefix(Int(mark)))
  }

  private static func attachment(_ text: Slice<UnsafeRawBufferPointer>) -> Attachment? {
    Attachment(String(decoding: text, as: UTF8.self))
  }

  /// The first colon from a place on.
  fileprivate func firstIndex(ofColonFrom place: Int) -> Int? {
    guard let start = baseAddress, place < count,
      let found = memchr(start + place, 0x3A, count - place)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }
}
