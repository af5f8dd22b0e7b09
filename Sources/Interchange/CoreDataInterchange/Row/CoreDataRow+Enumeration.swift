#if CoreData
internal import Foundation

extension CoreDataRow {
  /// The raw value of an enumeration, in whatever form SwiftData has kept it: text, JSON or a
  /// property list.
  ///
  /// The column may have more behind its name, as `ZTYPE1`. An unknown value comes as it is.
  ///
  /// - Throws: `InterchangeError.missingColumn`; `CoreDataValueError` for bytes that are no text.
  public func rawValue(_ attribute: String) throws -> String? {
    let prefix = Self.column(attribute)
    let names = columns.names.filter { $0.hasPrefix(prefix) }.sorted()
    // For the error of one that is not there.
    if names.isEmpty { return try text(attribute) }
    for name in names {
      guard let index = columns.indexes[name] else { continue }
      let value = read(at: index)
      switch value {
      case .null: continue
      case .text(let text): return Self.unquoted(text)
      case .integer(let number): return "\(number)"
      case .real(let number): return "\(number)"
      case .data(let bytes):
        guard let text = Self.text(bytes) else { throw refusal(attribute, value, "no text") }
        return text
      case .external: throw refusal(attribute, value, "no text")
      }
    }
    return nil
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: "bplist".utf8) {
      let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
      return list.flatMap(only)
    }
    return String(bytes: bytes, encoding: .utf8).map(unquoted)
  }

  /// The one text in a property list or in JSON.
  private static func only(_ value: Any) -> String? {
    switch value {
    case let text as String: text
    case let list as [Any] where list.count == 1: only(list[0])
    case let object as [String: Any] where object.count == 1: object.values.first.flatMap(only)
    default: nil
    }
  }

  /// The text in JSON; a text that is no JSON is itself.
  private static func unquoted(_ text: String) -> String {
    guard let first = text.utf8.first, "\"{[".utf8.contains(first),
      let value = try? JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
    else { return text }
    return only(value) ?? text
  }
}
#endif
