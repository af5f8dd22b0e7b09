internal import Foundation

/// Values of properties for people.
enum PropertyText {
  /// What a value says of a property, or what one of the values within it does; nil for nothing.
  static func text(of property: String, in value: Any) -> String? {
    let children = Mirror(reflecting: value).children
    if let child = children.first(where: { $0.label == property }) { return text(child.value) }
    return children.lazy.filter { Mirror(reflecting: $0.value).displayStyle == .struct }
      .compactMap { text(of: property, in: $0.value) }.first
  }

  private static func text(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.flatMap { text($0.value) } }
    switch value {
    case let text as String: return text
    case let date as Date: return PlainTime.seconds(date)
    case let number as Double:
      return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case let texts as [String]: return texts.isEmpty ? nil : texts.joined(separator: ", ")
    case let value as any RawRepresentable: return "\(value.rawValue)"
    case let value as any CustomStringConvertible: return value.description
    default: break
    }
    guard mirror.displayStyle == .struct else { return "\(value)" }
    let parts = mirror.children.compactMap { text($0.value) }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
