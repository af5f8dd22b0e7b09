/// A file beside the store, by its content: a photo, a recording, a scanned letter.
///
/// ```swift
/// let photo = try store.attachments.add(fileAt: path)
/// try await store.append { try $0.append(.photographed(photo), to: entry) }
/// let bytes = try store.attachments.bytes(of: photo)
/// ```
/// It is a field as any other: events carry it, and undo, merge and sharing treat it as they treat
/// a text. The file is written before the event, and never changes. Two equal files are one.
///
/// It is stored as the text ``description`` behind a byte that no text has. So the engine finds
/// every reference in the bytes of the log, without a schema, and takes no text of a person for
/// one: see `StoreAttachments.collect`.
public struct Attachment: Hashable, Sendable {
  /// The most bytes that a file may have, as many as on a stick with the file system FAT: 4 GiB
  /// less one.
  public static let largest = (1 << 32) - 1

  /// The SHA-256 of the content, as 64 hexadecimal digits.
  public let name: String
  /// Bytes of the content.
  public let length: Int
  /// What a file of that content is called after the dot, such as `jpg`; nil when nothing is known.
  public let fileExtension: String?

  /// The parts of what `AttachmentFolder` has written; the text must be right.
  init(name: String, length: Int, fileExtension: String?) {
    (self.name, self.length, self.fileExtension) = (name, length, fileExtension)
  }
}

extension Attachment: LosslessStringConvertible {
  /// What a reference begins with, wherever it is stored.
  static let marker: StaticString = "attachment:"
  /// Hexadecimal digits of a name.
  static let digits = 64

  /// The text that is stored: `attachment:LENGTH:NAME.EXTENSION`, or without the dot and what
  /// follows it. The name comes last, because it shows by itself where it ends.
  public var description: String {
    "\(Self.marker)\(length):\(name)" + (fileExtension.map { ".\($0)" } ?? "")
  }

  /// Reads what `description` says; nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "attachment", let length = Self.length(parts[1]) else {
      return nil
    }
    let tail = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard tail.count <= 2, Self.isName(tail[0]), tail.count == 1 || Self.isExtension(tail[1]) else {
      return nil
    }
    self.init(
      name: String(tail[0]), length: length,
      fileExtension: tail.count == 2 ? String(tail[1]) : nil)
  }

  /// A length as this writes it; nil for any other text, and for one that no file may have.
  static func length(_ text: some StringProtocol) -> Int? {
    guard let length = Int(text), (0...largest).contains(length), text == "\(length)" else {
      return nil
    }
    return length
  }

  /// - Throws: `StoreError.tooLarge`.
  static func checkLength(_ length: Int) throws {
    guard length <= largest else {
      throw StoreError(.tooLarge, "an attachment has at most \(largest) bytes; this one has more")
    }
  }

  /// Whether a text is a SHA-256 as this writes it.
  package static func isName(_ text: some StringProtocol) -> Bool {
    text.utf8.count == digits
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Whether a text is 1 to 16 small letters and digits.
  private static func isExtension(_ text: some StringProtocol) -> Bool {
    (1...16).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// An extension as it is kept: in small letters; nil for what is none.
  static func keptExtension(_ text: String?) -> String? {
    guard let text = text?.lowercased(), isExtension(text) else { return nil }
    return text
  }
}

extension Attachment: PayloadValue {
  /// What comes before the text where an attachment is stored: no text in UTF-8 has such a byte.
  static let mark: UInt8 = 0xFF

  private var stored: [UInt8] { [Self.mark] + description.utf8 }

  /// Writes ``description`` behind a byte 255.
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    stored.withUnsafeBytes { writer.bytes(number, $0) }
  }

  /// - Throws: `PayloadError.outOfRange` for what is no attachment, also for a text that looks like
  ///   one.
  public init(field reader: inout PayloadReader) throws {
    let number = reader.field
    guard let value = Self(stored: try reader.bytes()) else {
      throw PayloadError.outOfRange(number)
    }
    self = value
  }

  /// What the bytes of a field say; nil for any that are no attachment.
  package init?(stored bytes: [UInt8]) {
    guard bytes.first == Self.mark,
      let text = String(validating: bytes.dropFirst(), as: UTF8.self)
    else { return nil }
    self.init(text)
  }

  /// Reads a field that has an attachment or a text, as text.
  ///
  /// - Throws: `PayloadError.invalidText` for what is neither.
  package static func text(field reader: inout PayloadReader) throws -> String {
    let number = reader.field
    let bytes = try reader.bytes()
    if let attachment = Self(stored: bytes) { return attachment.description }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PayloadError.invalidText(number)
    }
    return text
  }
}

extension Attachment: Codable {
  /// Reads ``description``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text)\" is no attachment")
    }
    self = value
  }

  /// Writes ``description``. A `CodablePayload` stores beside the JSON which of its texts are
  /// attachments.
  public func encode(to encoder: any Encoder) throws {
    JSONMarks.of(encoder)?.add(stored)
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Attachment {
  /// Whether a file with the content is beside a store.
  public enum State: String, Sendable, Hashable, Codable {
    /// It is, by the length that was told; ``EventStore/verify(progress:)`` looks at the content,
    /// too.
    case here
    /// It is not. In a shared store an exchange with a member that has it brings it; where nobody
    /// has it any more, it is lost.
    case notHere
    /// A file is there that has another content: it was cut off, or somebody has changed it.
    case changed
  }
}
