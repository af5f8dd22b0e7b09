#if Tools
public import ArgumentParser
import Daybook

public struct KindsCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "kinds", abstract: "Which kinds of things the store holds, and how many.",
      discussion: """
        Kinds by the names under which they are stored, also those that this tool does not know. \
        What was deleted or taken back is counted, because it is still stored.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  public init() {}

  public func run() throws {
    let store = try arguments.openAny()
    let rows = try store.read { reader in
      try reader.storedKinds().map { ($0, try reader.storedEntityCount(ofKind: $0.name)) }
    }
    if arguments.printsJSON {
      return try arguments.print(
        json: "kinds",
        rows.map { kind, count in
          [
            "name": .text(kind.name), "entities": .int(count),
            "revision": JSON.Value(kind.revision), "isFolded": .bool(kind.isFolded),
            "isKnown": .bool(kind.isInSchema),
          ]
        })
    }
    var table = TextTable(["kind", "stored", "states"], right: [1])
    for (kind, count) in rows {
      table.add([kind.name, "\(count)", Self.words(kind)])
    }
    table.print(nothing: "The store holds nothing.")
  }

  private static func words(_ kind: StoredKind) -> String {
    guard let revision = kind.revision else { return "nobody has folded them" }
    return "by revision \(revision)" + (kind.isFolded ? "" : ", not of the whole log")
  }
}
#endif
