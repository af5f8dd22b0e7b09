#if Tools
public import ArgumentParser
import Daybook
import DaybookSync
import Foundation

public struct SyncCheck<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: "Compares a store with another one, or with \(elsewhere).",
      discussion: """
        Which transactions either side lacks, whether those that both have are the same, and whether \
        they show the same. It says what was not compared, and why that may differ. It hashes every stored \
        transaction of both again, and reads every row of their views; verify builds them again, on each \
        side. No key is needed\(knowsHubs ? " but for a hub, which answers members alone" : ""). \
        Exit status 1 when something differs.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var remote: RemoteArguments<Tool>

  @Argument(
    help: """
      The directory of the other store, or the folder\(Self.knowsHubs ? "; or a hub, by its text or its name" : "").
      """, completion: .directory)
  var peer: String

  public init() {}

  private static var knowsHubs: Bool { Tool.hubTransport != nil }
  private static var elsewhere: String {
    knowsHubs ? "a shared folder or a hub" : "a shared folder"
  }

  public func run() async throws {
    let store = try arguments.open()
    let comparison = try await compare(store)
    let members = try store.read { try $0.space() }?.members ?? [:]
    try ComparisonPrint(comparison).print(
      arguments, members, title: title(comparison),
      end: "Views were not built again; \(arguments.command("verify")) does that."
        + wayToParameters(comparison))
  }

  /// The command that says where days begin, for views that were not compared, where the tool has
  /// one; nothing else.
  private func wayToParameters(_ comparison: ReplicaComparison) -> String {
    let names = Tool.commands.flatMap(\.subcommands).compactMap { $0.configuration.commandName }
    guard names.contains("days"),
      comparison.notCompared.contains(where: { $0.code == .otherSchema })
    else { return "" }
    return " Where days begin says \(arguments.command("days")), on both sides."
  }

  private func compare(_ store: EventStore) async throws -> ReplicaComparison {
    if RemoteArguments<Tool>.isAddress(peer) {
      return try await store.compare(with: remote.peer(at: peer))
    }
    guard FileManager.default.isFolder(peer) else {
      if let hub = try hub(of: store) { return try await store.compare(with: hub) }
      throw MissingPath("there is neither a store nor a folder at \(peer)")
    }
    let paths = [peer, arguments.path].map {
      URL(atPath: $0).resolvingSymlinksInPath().path
    }
    if paths[0] == paths[1] { throw BadText("a store is compared with another one, not itself") }
    guard FileManager.default.fileExists(atPath: peer + "/data.mdb") else {
      return try await store.compare(with: FolderPeer(at: peer))
    }
    var other = arguments
    other.store = peer
    let opened = try other.open()
    return try Terminal.activity("comparing") { try store.compare(with: opened) }
  }

  /// The hub that is meant; nil when none is.
  private func hub(of store: EventStore) throws -> HubPeer? {
    guard Self.knowsHubs, let hub = try KnownHub(arguments).hub(named: peer) else {
      return nil
    }
    let key = try KeyPlace(arguments).load(orElse: "a hub answers members alone")
    return HubPeer(hub, store, key, over: try Tool.transport(to: hub))
  }

  private func title(_ comparison: ReplicaComparison) -> String {
    let count = Int(clamping: comparison.common)
    let common = Measures.count(count, "transaction")
    if comparison.isEqual {
      let showsSame = comparison.notCompared.allSatisfy { $0.code == .otherSpace }
      return "Both have the same \(common)\(showsSame ? " and show the same rows" : "")."
    }
    let isCompared = !comparison.differences.contains { $0.code == .otherSpace }
    return "The two differ"
      + (isCompared ? "; \(common) \(Measures.verb(count)) in both." : ".")
  }
}
#endif
