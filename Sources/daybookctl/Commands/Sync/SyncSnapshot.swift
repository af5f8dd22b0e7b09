#if Tools && Sync
  import ArgumentParser
  import Daybook
  import DaybookSync
  import Foundation

  struct SyncSnapshot: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "snapshot",
      abstract: "Puts a snapshot of the newest frontier into a folder, so that old files can go.",
      discussion: """
        Once a second device has made the same one, and an owner is among them, files of this device that \
        it stands for are removed. Who comes later begins with the snapshot.
        """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments

    @Argument(help: "The folder that all members have.", completion: .directory)
    var directory: String

    func run() async throws {
      let folder = try FolderPeer.existing(at: directory)
      let replication = try key.open(arguments)
      guard try !replication.space().frontiers.isEmpty else {
        throw NameError(
          "nothing is final yet that a snapshot could be of: "
            + arguments.command("sync frontier --over \(directory.quoted)"))
      }
      let (manifest, removed) = try await replication.putSnapshot(in: folder)
      try arguments.report(
        [
          "frontier": JSONValue(Int(clamping: manifest.frontier)),
          "chunks": JSONValue(manifest.chunks.count), "removedFiles": JSONValue(removed),
        ],
        "the snapshot of frontier \(manifest.frontier) is there, in "
          + Measures.count(manifest.chunks.count, "chunk"),
        removed > 0
          ? "removed \(Measures.count(removed, "file")) that it stands for"
          : "no file was removed: nobody else has made the same snapshot yet, or none was left")
    }
  }
#endif
