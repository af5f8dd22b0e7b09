public import DaybookMacros

/// A file for each list, for a widget that opens no store: a line for each thing to be bought.
public struct ListFiles: SnapshotBuilder {
  public let name = "pantry.lists"
  public let revision = 1

  public init() {}

  public func files(_ reader: borrowing Reader) throws -> [String] {
    try reader.entities(of: GroceryList.self).map { Self.file(of: $0.id) }
  }

  public func files(
    concerning entity: EntityReference, _ reader: borrowing Reader
  ) throws -> [String] {
    if entity.kind == GroceryList.kind { return [Self.file(of: ID(entity.id))] }
    return try reader.entity(GroceryListItem.self, entity.id).map { [Self.file(of: $0.list)] } ?? []
  }

  public func build(
    _ file: String, _ reader: borrowing Reader, now: Date
  ) throws -> SnapshotContent? {
    guard let id = UUID(uuidString: String(file.dropLast(4))).map({ ID<GroceryList>($0) }),
      let list = try reader.entity(id)
    else { return nil }
    let items = try reader.rows(ItemsByList.where(id, false))
    let lines = [list.name] + items.map { "- \($0.row.text)" }
    return SnapshotContent(
      Array(lines.joined(separator: "\n").utf8),
      dependsOn: [EntityReference(id)] + items.map { EntityReference($0.key.id) })
  }

  /// The name of a list's file.
  public static func file(of list: ID<GroceryList>) -> String { "\(list).txt" }
}
