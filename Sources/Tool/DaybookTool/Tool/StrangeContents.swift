import Daybook

/// What a store holds that a tool's schema does not know.
struct StrangeContents {
  /// Kinds of another app, or of a newer version of this one.
  let kinds: [String]
  /// Whether another app wrote the store: the schema knows none of its kinds and none of its views.
  let isForeign: Bool

  init(_ contents: StoreContents, to schema: Schema) {
    let known = Set(schema.entityTypes.map { $0.kind })
    let own = Set(schema.projections.map { type(of: $0).name })
    let stored = contents.kinds.filter { !Self.ofAllApps.contains($0) }
    let views = contents.projections.filter(\.hasRows).map(\.name)
    kinds = stored.filter { !known.contains($0) }
    isForeign =
      !(stored.isEmpty && views.isEmpty) && known.isDisjoint(with: stored)
      && own.isDisjoint(with: views)
  }

  /// The kinds that the engine and imports keep in stores of all apps.
  static var ofAllApps: [String] { ImportKinds.stored + [SpaceStatement.kind] }
}
