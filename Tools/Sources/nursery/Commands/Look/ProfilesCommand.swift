import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct ProfilesCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles", abstract: "Lists the babies, oldest profile first.")

  @OptionGroup var arguments: StoreArguments

  @Flag(name: .long, help: "Those that were deleted; `restore NAME` brings one back.")
  var deleted = false

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let rows = try store.read { reader in
      try deleted ? Self.deletedRows(reader, screen) : Self.rows(reader, screen)
    }
    if arguments.printsJSON { return try arguments.print(json: "babies", rows.map(\.json)) }
    Self.print(rows, nothing: deleted ? "No baby was deleted." : screen.babies.nothing)
  }

  /// A baby and the beginning of its id.
  struct Row: Sendable {
    let short: String
    let shown: Shown

    var json: [String: JSON.Value] {
      shown.json.merging(["short": .text(short)]) { _, new in new }
    }
  }

  static func rows(_ reader: borrowing Reader, _ screen: Screen) throws -> [Row] {
    try screen.babies.all.map {
      Row(short: try reader.short($0.id), shown: BabyKind.shown($0.profile, $0.id, screen))
    }
  }

  private static func deletedRows(
    _ reader: borrowing Reader, _ screen: Screen
  ) throws -> [Row] {
    try reader.deleted(BabyKind.self).compactMap {
      guard try BabyKind.wayBack(reader, $0.id) == .restore else { return nil }
      return Row(short: try reader.short($0.id), shown: BabyKind.shown($0.last, $0.id, screen))
    }
  }

  static func print(_ rows: [Row], nothing: String) {
    var table = TextTable(["name", "id", "born", "feeds every", "since"])
    for row in rows {
      let fields = Dictionary(row.shown.fields.map { ($0.name, $0.text) }) { a, _ in a }
      table.add([
        fields["name"] ?? "", row.short, fields["born"] ?? "–", fields["feedTerm"] ?? "–",
        String((fields["created"] ?? "").prefix(10)),
      ])
    }
    table.print(nothing: nothing)
  }
}
