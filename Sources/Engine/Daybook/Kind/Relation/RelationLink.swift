/// A relation as the kind that refers has it.
@usableFromInline
struct RelationLink<Child: Entity>: Sendable {
  @usableFromInline let access: RelationAccess<Child>
  /// Its place among the relations of the writer.
  @usableFromInline let place: Int
  // The schema has the kinds for as long as the store is open.
  private let target: Lent<KnownKind>
  /// The kind that it leads to, and those that this depends on.
  @usableFromInline let kinds: [EntityKind]

  @usableFromInline
  init(
    _ access: RelationAccess<Child>, at place: Int, _ target: KnownKind, _ kinds: [EntityKind]
  ) {
    self.access = access
    self.place = place
    self.target = Lent(target)
    self.kinds = kinds
  }

  @inlinable var rule: DeleteRule { access.rule }
  /// The number of the kind that it leads to.
  @usableFromInline var number: UInt32 { target.object.number }

  @inlinable func parent(of child: Child) -> UUID? { access.parent(child) }

  /// What a reference to an entity comes to, as of the last transaction that the log counts.
  @usableFromInline
  func standing(_ log: LogReader, _ id: UUID, _ path: inout RelationPath) throws -> Standing {
    try target.object.operations.standing(log, id, &path)
  }
}
