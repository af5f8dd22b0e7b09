internal import DaybookSnapshot

/// What the store that gets a move has under its parts, by relations with the rule `cascade`, and
/// is no part of it.
struct MoveStrays: Sendable {
  struct Stray: Sendable {
    let entity: any Entity.Type
    let id: UUID
  }

  private(set) var all: [Stray] = []
  private var known: Set<MovedPart.Key>

  /// - Throws: `StoreError.notInSchema`.
  init(of plan: MovePlan, in reader: borrowing Reader) throws {
    known = Set(plan.parts.map(\.key))
    let relations = reader.readers.catalog.relations.filter { type(of: $0).rule == .cascade }
    for part in plan.parts where part.role == .leaves {
      for relation in relations { try add(relation, under: part, reader) }
    }
  }

  /// Adds those that refer to a part, also where readers do not see them because it has left.
  private mutating func add<R: Relation>(
    _ relation: R, under parent: MovedPart, _ reader: borrowing Reader
  ) throws {
    if R.Parent.kind != parent.entity.kind { return }
    let view = try reader.view(R.self)
    for query in [R.all, R.query(R.others)] {
      try view.forEach(query.where(ID(parent.id))) { key, _ in
        let id = key.second.rawValue
        if known.insert(MovedPart.Key(kind: R.Child.kind, id: id)).inserted {
          all.append(Stray(entity: R.Child.self, id: id))
        }
        return true
      }
    }
  }
}
