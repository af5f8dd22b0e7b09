/// The type of a table's keys as a store remembers it, by which keys are read without that type.
///
/// The types of the standard library and of Daybook that are keys by themselves are known, with
/// optionals of them and `Key2` … `Key5`; of a key that an app has declared only the name is. So
/// is a raw value of a type of the app's. Where the schema keeps the view, its types read what they
/// have declared: a raw value is read as that, and what describes itself as a text.
public struct KeyShape: Sendable, Hashable, CustomStringConvertible {
  /// The name of the type, such as `Key2<String, UUID>`.
  public let description: String
  private let parts: [Part]
  private let hasKnownName: Bool

  indirect enum Part: Hashable {
    case text, integer, short, unsigned, flag, date, id, time
    case optional([Part])
    /// A type of the app's, which reads it.
    case own(OwnKeyPart)
    /// A type that is not known.
    case other
  }

  /// Reads the name of a type.
  public init(_ name: String) { self.init(name, Self.parts(of: name[...])) }

  init(_ description: String, _ parts: [Part]) {
    (self.description, self.parts) = (description, parts)
    hasKnownName = Self.isKnown(Self.parts(of: description[...]))
  }

  /// Whether the name alone tells the type of every part, so that ``parts(of:)`` has no bytes.
  public var isKnown: Bool { hasKnownName }

  /// The parts of a stored key; what cannot be read is one of bytes at the end.
  public func parts(of key: [UInt8]) -> [KeyPart] {
    var found: [KeyPart] = []
    var offset = 0
    key.withUnsafeBytes { bytes in
      var reader = KeyReader(bytes.bytes)
      do {
        for part in parts {
          try found.append(Self.read(part, &reader))
          offset = reader.offset
        }
      } catch {}
    }
    if offset < key.count { found.append(.bytes(Array(key[offset...]))) }
    return found
  }

  /// The bytes with which those keys begin whose first part somebody means by a text.
  ///
  /// A text stands for all texts that begin with it. Numbers, identifiers, `yes` and `no`, and
  /// `none` of an optional part are written as ``KeyPart/description`` writes them. Where the
  /// schema keeps the view, values of a type of the app's are meant by their raw value, by the name
  /// of a case, or by the text that the type reads as a `LosslessStringConvertible`.
  ///
  /// - Parameters:
  ///   - text: what somebody has typed.
  ///   - date: reads a time as somebody writes it; nil for what is none.
  /// - Returns: nil for what no first part of this type is, such as a number that it has no room
  ///   for; always where of the first part only the name of its type is known.
  public func prefix(_ text: String, date: (String) -> Date?) -> [UInt8]? {
    parts.first.flatMap { Self.prefix($0, text, date) }
  }

  private static func prefix(
    _ part: Part, _ text: String, _ date: (String) -> Date?
  ) -> [UInt8]? {
    switch part {
    case .text: return beginning(of: text)
    case .integer: return Int64(text)?.keyBytes
    case .short: return Int32(text)?.keyBytes
    case .unsigned: return UInt64(text)?.keyBytes
    case .time: return UInt64(text)?.keyBytes ?? date(text).map { HybridTime($0).keyBytes }
    case .flag: return ["yes": true, "no": false][text]?.keyBytes
    case .date: return date(text)?.keyBytes
    case .id: return UUID(uuidString: text)?.keyBytes
    case .optional(let inner):
      if text == "none" { return [0] }
      // A type of several parts in an optional is the app's affair.
      guard inner.count == 1 else { return nil }
      return prefix(inner[0], text, date).map { [1] + $0 }
    case .own(let part): return part.prefix(text)
    case .other: return nil
    }
  }

  /// The bytes with which all texts begin that begin so; nil for more than a key holds.
  static func beginning(of text: String) -> [UInt8]? {
    KeyWriter.temporary { writer in
      writer.beginning(of: text)
      return writer.overflowed ? nil : [UInt8](writer.bytes)
    }
  }

  /// What the parts are, such as `text`; `other` for what nobody but the app knows.
  package var partNames: [String] { parts.map(Self.name) }

  private static func name(_ part: Part) -> String {
    switch part {
    case .optional(let inner): inner.count == 1 ? name(inner[0]) : "\(Part.other)"
    case .own(let part): part.name
    default: "\(part)"
    }
  }

  private static func isKnown(_ parts: [Part]) -> Bool {
    parts.allSatisfy { part in
      if case .optional(let inner) = part { return isKnown(inner) }
      return part != .other
    }
  }

  private static func read(_ part: Part, _ reader: inout KeyReader) throws -> KeyPart {
    switch part {
    case .text: return .text(try reader.string())
    case .integer: return .integer(try reader.int64())
    case .short: return .integer(Int64(try reader.int32()))
    case .unsigned: return .unsigned(try reader.uint64())
    case .flag: return .flag(try reader.isPresent())
    case .date: return .date(try reader.date())
    case .id: return .id(try reader.uuid())
    case .time: return .time(try reader.time())
    case .optional(let inner):
      guard try reader.isPresent() else { return .none }
      // A type of several parts in an optional is the app's affair.
      guard inner.count == 1 else { throw PayloadError.malformed }
      return try read(inner[0], &reader)
    case .own(let part): return try part.read(&reader)
    case .other: throw PayloadError.malformed
    }
  }

  static func parts(of name: Substring) -> [Part] {
    let name = name.trimming(while: { $0 == " " })
    if let open = name.firstIndex(of: "<"), name.last == ">" {
      let inner = arguments(name[name.index(after: open)..<name.index(before: name.endIndex)])
      switch name[..<open] {
      case "ID": return [.id]
      case "Optional": return [.optional(inner.flatMap(parts(of:)))]
      case "Key2", "Key3", "Key4", "Key5": return inner.flatMap(parts(of:))
      default: return [.other]
      }
    }
    switch name {
    case "String": return [.text]
    case "Int", "Int64": return [.integer]
    case "Int32": return [.short]
    case "UInt64": return [.unsigned]
    case "Bool": return [.flag]
    case "Date": return [.date]
    case "UUID": return [.id]
    case "HybridTime": return [.time]
    default: return [.other]
    }
  }

  /// The arguments of a generic type, which may have some of their own.
  private static func arguments(_ text: Substring) -> [Substring] {
    var (found, depth, start) = ([Substring](), 0, text.startIndex)
    for index in text.indices {
      switch text[index] {
      case "<": depth += 1
      case ">": depth -= 1
      case "," where depth == 0:
        found.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    return found + [text[start...]]
  }
}

extension Substring {
  /// Without the characters at both ends of which `isCut` says so.
  fileprivate func trimming(while isCut: (Character) -> Bool) -> Substring {
    var text = drop(while: isCut)
    while let last = text.last, isCut(last) { text.removeLast() }
    return text
  }
}
