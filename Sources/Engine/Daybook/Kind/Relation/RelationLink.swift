/// A relation as the kind that refers has it.
@usableFromInline
struct RelationLink<Child: Entity>: Sendable {
  @usableFromInline let access: RelationAccess<Child>
  /// Its place among the relations of the writer.
  @usableFromInline let place: Int
  // The schema has the kinds for as long as the store is open.
  private let targets: [Lent<KnownKind>]
  /// The kind that it leads to, and those that this depends on.
  @usableFromInline let kinds: [EntityKind]
  /// The number of the kind that it leads to.
  private let number: UInt32

  @usableFromInline
  init(
    _ access: RelationAccess<Child>, at place: Int, _ target: KnownKind, _ others: [KnownKind]
  ) {
    self.access = access
    self.place = place
    number = target.number
    targets = ([target] + others).map { Lent($0) }
    kinds = ([target] + others).map(\.kind)
  }

  @inlinable var rule: DeleteRule { access.rule }

  /// The key of an entity that it leads to.
  @usableFromInline func key(_ id: UUID) -> EntityKey { EntityKey(kind: number, id: id) }

  @inlinable func parent(of child: Child) -> UUID? { access.parent(child) }

  /// What the own events of an entity make of references to it, as of the last transaction that the
  /// log counts; nil for one of a kind that this does not depend on.
  @usableFromInline
  func footing(_ log: LogReader, _ key: EntityKey) throws -> Footing? {
    for target in targets where target.object.number == key.kind {
      return try target.object.operations.footing(log, key.id)
    }
    return nil
  }
}
