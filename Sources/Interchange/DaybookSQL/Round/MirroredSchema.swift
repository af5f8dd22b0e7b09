internal import Daybook

/// What an app knows of the things that a mirror has tables for.
struct MirroredSchema: Sendable {
  /// The types of the kinds.
  let entities: [String: any Entity.Type]
  private let states: [String: PayloadShape]
  /// By view and table.
  private let rows: [String: PayloadShape]
  private let keys: [String: KeyColumns]

  init(_ schema: Schema) {
    entities = Dictionary(
      schema.entityTypes.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
    states = entities.mapValues { PayloadShape(of: $0) }
    var rows: [String: PayloadShape] = [:]
    var keys: [String: KeyColumns] = [:]
    for projection in schema.projections {
      let type = type(of: projection)
      for table in type.tables {
        guard let typed = table as? any RowTyped else { continue }
        rows["\(type.name)/\(table.name)"] = PayloadShape(of: typed.row)
        keys["\(type.name)/\(table.name)"] = KeyColumns(of: typed.key)
      }
    }
    (self.rows, self.keys) = (rows, keys)
  }

  /// The fields of the states of a kind; none of one that the app does not know.
  func shape(ofKind kind: String) -> PayloadShape { states[kind] ?? .unknown }

  /// The fields of the rows of a table; none of one that the app does not keep.
  func shape(_ view: StoredView, _ table: StoredView.Table) -> PayloadShape {
    (view.isOwn ? rows["\(view.name)/\(table.name)"] : nil) ?? .unknown
  }

  /// The columns for the keys of a table; of one that the app does not keep by what the store has
  /// of their type, which is its name.
  func key(_ view: StoredView, _ table: StoredView.Table) -> KeyColumns {
    (view.isOwn ? keys["\(view.name)/\(table.name)"] : nil) ?? KeyColumns(table.key)
  }
}

/// A table that tells the types of its keys and rows.
private protocol RowTyped {
  var key: any OrderedKey.Type { get }
  var row: any PayloadCodable.Type { get }
}

extension ViewTable: RowTyped {
  var key: any OrderedKey.Type { Key.self }
  var row: any PayloadCodable.Type { Row.self }
}
