#if Tools
  import ArgumentParser
  import Daybook
  import Foundation

  struct QuarantineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "quarantine",
      abstract: "What folds and views left out because it could not be folded or shown.")

    @OptionGroup var arguments: StoreArguments

    private struct Row: Encodable {
      let view: Nullable<String>
      let kind: String
      let entity: UUID
      let position: Nullable<UInt64>
      let error: String
    }

    func run() throws {
      let rows = try arguments.open().quarantine().map {
        Row(
          view: Nullable($0.projection), kind: $0.kind, entity: $0.entity,
          position: Nullable($0.position), error: $0.error)
      }
      if arguments.json { return try JSON.print(rows) }
      var table = TextTable(["left out of", "kind", "entity", "position", "why"], right: [3])
      for row in rows {
        table.add([
          row.view.value ?? "the entity", row.kind, row.entity.uuidString,
          row.position.value.map(String.init) ?? "–", row.error,
        ])
      }
      table.print()
    }
  }

  struct RequeueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "requeue", abstract: "Tries again what is in quarantine.")

    @OptionGroup var arguments: StoreArguments

    private struct Result: Encodable {
      let before: Int
      let left: Int
    }

    func run() throws {
      let store = try arguments.open()
      let before = try store.quarantine().count
      let result = Result(before: before, left: before == 0 ? 0 : try store.requeue())
      if arguments.json { return try JSON.print(result) }
      Terminal.line("\(result.before) were left out, \(result.left) still are")
    }
  }
#endif
