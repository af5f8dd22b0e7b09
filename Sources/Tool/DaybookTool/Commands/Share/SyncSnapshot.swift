#if Tools
public import ArgumentParser
import Daybook
import DaybookSync

public struct SyncSnapshot<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "snapshot",
      abstract: "Puts a snapshot of the newest frontier into a folder, so that old files can go.",
      discussion: """
        Once a second device has made the same one, and an owner is among them, files of this device that \
        it stands for are removed. Who comes later begins with the snapshot.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>
  @OptionGroup var remote: RemoteArguments<Tool>

  @Argument(
    help: "The \(RemoteArguments<Tool>.nouns) that all members have.", completion: .directory)
  var directory: String

  public init() {}

  public func run() async throws {
    let named = try remote.existing(at: directory, arguments)
    let replication = try key.open(arguments)
    let space = try replication.space()
    if space.frontiers.isEmpty {
      let command = "sync frontier --over \(directory.quotedPath)"
      let isOwn = try space.keeper == replication.replica()
      throw NameError(
        "nothing is final yet that a snapshot could be of: "
          + (isOwn
            ? arguments.command(command)
            : "\(space.members[space.keeper]?.member ?? "its keeper") sets frontiers, on another device: \(Tool.name) \(command)")
      )
    }
    let (manifest, removed) = try await replication.putSnapshot(in: named.peer(replication))
    try arguments.report(
      [
        "frontier": JSON.Value(Int(clamping: manifest.frontier)),
        "chunks": JSON.Value(manifest.chunks.count), "removedFiles": JSON.Value(removed),
      ],
      "the snapshot of frontier \(manifest.frontier) is there, in "
        + Measures.count(manifest.chunks.count, "chunk"),
      named.isFolder
        ? removed > 0
          ? "removed \(Measures.count(removed, "file")) that it stands for"
          : "no file was removed: nobody else has made the same snapshot yet, or none was left"
        : "who comes later to the hub begins with it")
  }
}
#endif
