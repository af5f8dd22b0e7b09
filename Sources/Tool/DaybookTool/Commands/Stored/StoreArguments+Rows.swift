#if Tools
import Daybook

extension StoreArguments {
  /// How the rows of a table are shown.
  ///
  /// - Throws: ``NameError`` for a view or a table that the store does not have.
  func rowWords(
    _ name: String, _ table: String?, _ store: EventStore, _ screen: Tool.Screen
  ) throws -> StoredRowWords<Tool> {
    let views = try store.read { try $0.storedViews() }
    guard let view = views.first(where: { $0.name == name }) else {
      let names = views.map(\.name)
      throw NameError(
        names.isEmpty
          ? "the store has no views"
          : "there is no view \(name); there is \(names.joined(separator: ", "))"
            + Suggestion.sentence(for: name, among: names))
    }
    let found = table == nil ? view.tables.first : view.tables.first { $0.name == table }
    guard let found else {
      throw NameError(
        view.tables.isEmpty
          ? "the view \(name) has no rows, they were dropped or are not built yet"
          : "the view \(name) has no table \(table ?? ""); it has "
            + view.tables.map(\.name).joined(separator: ", "))
    }
    return StoredRowWords(store: store, view: view, table: found, screen: screen)
  }
}
#endif
