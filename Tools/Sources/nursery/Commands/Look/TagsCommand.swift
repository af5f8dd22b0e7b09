import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct TagsCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags", abstract: "The tags of memos and imports, the last written first.")

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  private struct Row {
    let tag: String
    let count: Int
    let last: Date?
  }

  func run() throws {
    let (store, screen) = try arguments.open(look)
    let rows: [Row] = try store.read { reader in
      let view = try reader.view(TagIndex.self)
      let counts = Dictionary(try view.all().map { ($0.name, $0.count) }) { a, _ in a }
      return try view.recent(limit: .max).map { tag in
        Row(
          tag: tag, count: counts[TagKey.name(tag)] ?? 0,
          last: try view.entries(with: tag, limit: 1).first?.date)
      }
    }
    if arguments.printsJSON {
      return try arguments.print(
        json: "tags",
        rows.map { row in
          ["tag": .text(row.tag), "count": .int(row.count)].with("lastUsed", row.last)
        })
    }
    var table = TextTable(["tag", "entries", "newest entry"], right: [1])
    for row in rows {
      table.add(["#\(row.tag)", "\(row.count)", row.last.map { screen.time($0) } ?? "–"])
    }
    table.print(nothing: "There are no tags yet; write one in a memo: --memo \"rash #sick\"")
    if !rows.isEmpty { Terminal.line("Times in \(screen.boundary.zone).") }
  }
}
