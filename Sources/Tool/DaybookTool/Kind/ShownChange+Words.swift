public import Daybook

extension ShownChange {
  /// Such as `added feed 3f2a of Noor, 2026-11-20 21:05: formula, 120 mL`.
  public func sentence(_ reader: borrowing Reader, _ screen: Screen) throws -> String {
    let short = try reader.short(id, screen)
    guard let shown = new ?? old else { return "\(verb) \(kind.word) \(short)" }
    let of = shown.owner == nil ? " " : " of "
    if sort != .updated || verb != "changed" {
      return "\(verb) \(kind.word) \(short)\(of)\(shown.line)"
    }
    let name = shown.owner ?? old?.words ?? ""
    return "\(verb) \(kind.word) \(short)\(of)\(name): \(differences)"
  }

  /// Such as `amount 120 mL → 130 mL, memo none → #sick`.
  var differences: String {
    if fields.isEmpty { return "nothing that is shown" }
    return fields.map { "\($0.name) \($0.old ?? "none") → \($0.new ?? "none")" }
      .joined(separator: ", ")
  }

  /// Values before and after: of an update, of the fields that differ.
  public func json(_ reader: borrowing Reader, _ screen: Screen) throws -> [String: JSON.Value] {
    var (before, after): ([String: JSON.Value], [String: JSON.Value]) = ([:], [:])
    for field in fields {
      before.merge(field.oldJSON ?? [:]) { _, new in new }
      after.merge(field.newJSON ?? [:]) { _, new in new }
    }
    return [
      "id": .text(id.uuidString), "short": .text(try reader.short(id, screen)),
      "kind": .text(kind.word),
      "change": .text(sort.rawValue), "fields": JSON.Value(fields.map(\.name)),
      "before": sort == .updated ? .object(before) : old.map { .object($0.json) } ?? .null,
      "after": sort == .updated ? .object(after) : new.map { .object($0.json) } ?? .null,
    ]
  }
}
