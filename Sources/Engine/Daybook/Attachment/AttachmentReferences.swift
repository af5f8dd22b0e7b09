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
/// nobody here knows, beside JSON, in a field that a newer version of the app has added. A text
/// that looks like one keeps a file from being collected, and does no other harm.
package struct AttachmentReferences: Sendable {
  /// What is referred to, without extensions: those that follow are a part of the text.
  package private(set) var attachments: Set<Attachment> = []
  /// Those of them that stand where an attachment was written, and are no text of a person: of
  /// these a store is to have the files. With extensions.
  package private(set) var values: Set<Attachment> = []

  package init() {}

  /// The names of the files.
  package var names: Set<String> { Set(attachments.map(\.name)) }

  /// The names of the files that a store is to have.
  package var neededNames: Set<String> { Set(values.map(\.name)) }

  /// Finds the references in some bytes. Some GB a second.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var from = 0
    // Safety: each place is within the buffer, and at least so many bytes are before and after it.
    while let colon = bytes.firstIndex(ofColonFrom: from) {
      from = colon + 1
      let count = Attachment.marker.utf8CodeUnitCount
      guard from >= count, let start = bytes.baseAddress,
        memcmp(start + from - count, Attachment.marker.utf8Start, count) == 0
      else { continue }
      addReference(UnsafeRawBufferPointer(rebasing: bytes[from...]))
      if let value = bytes.value(at: from - count) { values.insert(value) }
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
  /// The attachment whose text begins at a place; nil for what was written as a text. Before it
  /// stands how long it is with its mark, and the mark.
  fileprivate func value(at place: Int) -> Attachment? {
    guard place > 1, self[place - 1] == Attachment.mark else { return nil }
    let length = Int(self[place - 2])
    guard length > 0, length < 128, length - 1 <= count - place else { return nil }
    return Attachment(String(decoding: self[place..<place + length - 1], as: UTF8.self))
  }

  /// The first colon from a place on.
  fileprivate func firstIndex(ofColonFrom place: Int) -> Int? {
    guard let start = baseAddress, place < count,
      let found = memchr(start + place, 0x3A, count - place)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }
}
