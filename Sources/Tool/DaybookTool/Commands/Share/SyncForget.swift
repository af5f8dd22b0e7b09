#if Tools
public import ArgumentParser
import DaybookSync

public struct SyncForget<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "forget", abstract: "Forgets a folder, so that no purge waits for it.",
      discussion: """
        By the name that `sync status` shows. The folder keeps its files, and the next exchange with it \
        notes it anew; what was purged meanwhile comes back to it by a snapshot.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var consent: ConsentArguments

  @Argument(help: "The name under which the store remembers it.")
  var name: String

  public init() {}

  public func run() throws {
    let store = try arguments.open()
    let known = try store.knownPeers().map(\.name)
    guard known.contains(name) else {
      throw NameError(
        "there was no exchange with \(name)" + Suggestion.sentence(for: name, among: known))
    }
    try consent.ask("What \(name) lacks would be purged without waiting for it.")
    try store.forgetPeer(name)
    try arguments.report(["name": .text(name)], "\(name) is forgotten.")
  }
}
#endif
