/// The names of tables for kinds and views: theirs with an underscore for each character that SQL
/// demands quotes for.
///
/// No name of a kind is that of a table of another sort: those which would be follow `kind_`.
struct TableNames {
  private static let reserved = ["view_", "kind_", "daybook_", "sqlite_", "fts_"]
  private var taken: Set<String> = []

  /// The table of a kind.
  mutating func kind(_ name: String) -> String {
    let plain = Self.plain(name)
    let isTaken =
      ["events", "transactions"].contains(plain.lowercased())
      || Self.reserved.contains { plain.lowercased().hasPrefix($0) }
    return free(isTaken ? "kind_" + plain : plain, with: Self.fullText)
  }

  /// The table of a table of a view.
  mutating func view(_ name: String, table: String) -> String {
    free("view_\(Self.plain(name))_\(Self.plain(table))")
  }

  /// Lets a name be that of no other table.
  mutating func take(_ name: String) { taken.insert(name.lowercased()) }

  /// - Parameter others: the names that come with one.
  private mutating func free(
    _ name: String, with others: (String) -> [String] = { _ in [] }
  ) -> String {
    var (found, number) = (name, 2)
    while ([found] + others(found)).contains(where: { taken.contains($0.lowercased()) }) {
      found = "\(name)_\(number)"
      number += 1
    }
    for name in [found] + others(found) { take(name) }
    return found
  }

  /// The index of a kind's texts, and the tables that FTS5 makes for it.
  private static func fullText(_ kind: String) -> [String] {
    ["", "_data", "_idx", "_content", "_docsize", "_config"].map { "fts_\(kind)\($0)" }
  }

  private static func plain(_ name: String) -> String {
    let plain = String(
      name.unicodeScalars.map { scalar in
        let isPlain = scalar.isASCII && scalar.properties.isAlphabetic
        return isPlain || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
      })
    return plain.first?.isNumber ?? true ? "_" + plain : plain
  }
}
