#if Tools
import Daybook

extension StoreArguments {
  /// The kinds in a store that another app wrote; nil when the store is one of this app, or empty.
  ///
  /// A store is another app's when the schema knows none of the kinds and none of the views that
  /// are stored. One of a newer version of the app has some that it knows. O(kinds and views);
  /// writes nothing.
  func foreignKinds() throws -> [String]? {
    if Tool.isForAnyStore { return nil }
    let schema = try Tool.schema(ofStoreAt: path)
    let store = try openAsStranger()
    defer { try? store.close() }
    let known = Set(schema.entityTypes.map { $0.kind })
    let stored = try store.storedKinds().filter { !Self.ownKinds.contains($0) }
    if stored.contains(where: known.contains) { return nil }
    let views = try store.storedProjections()
    let own = Set(schema.projections.map { type(of: $0).name })
    if views.contains(where: own.contains) { return nil }
    return stored.isEmpty && views.isEmpty ? nil : stored
  }

  /// The kinds that the engine and imports keep in stores of all apps.
  private static var ownKinds: [String] { ImportKinds.stored + [SpaceStatement.kind] }

  /// The kinds in the store that the schema does not know, also of a newer version of the app.
  func strangeKinds() throws -> [String] {
    if Tool.isForAnyStore { return [] }
    let known = try Tool.schema(ofStoreAt: path).entityTypes.map { $0.kind } + Self.ownKinds
    let store = try openAsStranger()
    defer { try? store.close() }
    return try store.storedKinds().filter { !known.contains($0) }
  }
}
#endif
