internal import Foundation

/// Values of a program in words.
package struct PropertyWords: Sendable {
  let id: @Sendable (UUID) -> String
  let date: @Sendable (Date) -> String

  /// Makes words in which identifiers and times are written so.
  package init(
    id: @escaping @Sendable (UUID) -> String, date: @escaping @Sendable (Date) -> String
  ) {
    (self.id, self.date) = (id, date)
  }

  /// Identifiers and times in full; times in UTC, to the second.
  static let plain = PropertyWords(
    id: { $0.uuidString },
    date: { date in
      // The years that ISO 8601 writes with four digits.
      (-62_135_596_800..<253_402_300_800).contains(date.timeIntervalSince1970)
        ? date.ISO8601Format() : "\(date.timeIntervalSince1970) s after 1970"
    })

  /// A value; nil for none.
  package func word(_ value: Any) -> String? {
    switch value {
    case let text as String: return text.isEmpty ? "“”" : text
    case let flag as Bool: return flag ? "yes" : "no"
    case let date as Date: return self.date(date)
    case let id as UUID: return self.id(id)
    case let id as any EntityIdentifier: return self.id(id.rawValue)
    // An empty array of anything is one of bytes, too, for a cast.
    case let bytes as [UInt8] where type(of: value) == [UInt8].self:
      return bytes.count.counted("byte")
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { word($0.value) }
    case .collection, .set:
      let words = mirror.children.compactMap { word($0.value) }
      return words.isEmpty
        ? nil : (mirror.displayStyle == .set ? words.sorted() : words).joined(separator: "; ")
    case .dictionary:
      let words = mirror.children.map { child in
        Mirror(reflecting: child.value).children.map { word($0.value) ?? "nothing" }
          .joined(separator: " ")
      }
      return words.isEmpty ? nil : words.sorted().joined(separator: "; ")
    case .struct, .tuple:
      if let described = value as? any CustomStringConvertible, mirror.displayStyle == .struct {
        return described.description
      }
      return mirror.children.isEmpty ? "\(value)" : "(\(text(value)))"
    case .enum where !(value is any CustomStringConvertible):
      guard let payload = mirror.children.first, let name = payload.label else { return "\(value)" }
      let style = Mirror(reflecting: payload.value).displayStyle
      let isDescribed = payload.value is any CustomStringConvertible
      guard style == .tuple || style == .struct && !isDescribed else {
        return word(payload.value).map { "\(name) \($0)" } ?? name
      }
      let words = text(value)
      return words.isEmpty ? name : "\(name) (\(words))"
    default: return "\(value)"
    }
  }

  /// Each property that has a value, such as `name Milk, list home`.
  package func text(_ value: Any) -> String {
    Self.properties(value).compactMap { name, value in
      // What has no name has the number of its place.
      word(value).map { Int(name) == nil ? "\(name) \($0)" : $0 }
    }
    .joined(separator: ", ")
  }

  /// Stored properties, those of an enumeration's case as if they were its own.
  package static func properties(_ value: Any) -> [(name: String, value: Any)] {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .enum, let payload = mirror.children.first {
      let values = Mirror(reflecting: payload.value)
      guard values.displayStyle == .tuple || values.displayStyle == .struct else {
        return [(payload.label ?? "value", payload.value)]
      }
      return properties(payload.value)
    }
    return mirror.children.enumerated().map { index, child in
      let name = child.label ?? "\(index)"
      // What a property wrapper stores, and what stands alone in a tuple.
      return (
        name.hasPrefix("_") || name.hasPrefix(".") ? String(name.dropFirst()) : name, child.value
      )
    }
  }
}
