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
      let replication = try key.open(arguments)
      let folder = FolderPeer(at: URL(fileURLWithPath: directory))
      let (manifest, removed) = try await replication.putSnapshot(in: folder)
      if arguments.printsJSON {
        return try arguments.print(json: [
          "frontier": JSONValue(Int(clamping: manifest.frontier)),
          "chunks": JSONValue(manifest.chunks.count), "removedFiles": JSONValue(removed),
        ])
      }
      Terminal.line(
        "the snapshot of frontier \(manifest.frontier) is there, in "
          + Measures.count(manifest.chunks.count, "chunk"))
      Terminal.line(
        removed > 0
          ? "removed \(Measures.count(removed, "file")) that it stands for"
          : "no file was removed: nobody else has made the same snapshot yet, or none was left")
    }
  }
#endif
