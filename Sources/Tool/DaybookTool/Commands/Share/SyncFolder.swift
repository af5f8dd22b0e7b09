#if Tools
public import ArgumentParser
import Daybook
import DaybookSync
import Foundation

public struct SyncFolder<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "folder", abstract: "Exchanges with a folder that all members have.",
      discussion: """
        On a cloud drive, a share or a stick\
        \(Tool.remoteFolder == nil ? "" : ", in a bucket (s3://BUCKET/FOLDER), or on a server that speaks WebDAV (https://HOST/FOLDER)"). Files that are late, short or changed are left alone and \
        told; the next run goes on. With --follow it goes on by itself, at once when something is \
        written to the store, until it is interrupted.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>
  @OptionGroup var remote: RemoteArguments<Tool>

  @Argument(
    help: "The folder; made when it is missing and the one around it is there.",
    completion: .directory)
  var directory: String

  @Option(
    name: .long,
    help: "What the store remembers of it under; the last part of its path unless told.")
  var name: String?

  @Flag(name: .long, help: "Go on exchanging until interrupted, by control-C or SIGTERM.")
  var follow = false

  @Flag(
    name: .long,
    help: "Go on as the only owner that this store was: nobody uses a copy of it any more.")
  var resume = false

  @Option(name: .long, help: "With --follow, seconds until it looks again; 30 unless told.")
  var every: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "When a device has so many files there, make them fewer: set a frontier at what all have, where this device sets them, and put a snapshot.",
      valueName: "files"))
  var tidy: Int?

  public init() {}

  public func validate() throws {
    if directory.isEmpty {
      throw ValidationError("the path of a folder has a character at least")
    }
    if let name {
      let isPlain = !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
      guard isPlain, (1...195).contains(name.utf8.count) else {
        throw ValidationError("--name takes 1 to 195 bytes on one line, not “\(name)”")
      }
    }
    if resume, follow { throw ValidationError("--resume is one exchange, without --follow") }
    if tidy != nil, follow { throw ValidationError("--tidy is one exchange, without --follow") }
    if let tidy, tidy < 1 { throw ValidationError("--tidy takes a number from 1, not “\(tidy)”") }
    guard let every else { return }
    if !follow { throw ValidationError("--every belongs to --follow") }
    guard (1...86_400).contains(every) else {
      throw ValidationError("--every takes 1 to 86400 seconds, not “\(every)”")
    }
  }

  private var place: PeerPlace {
    PeerPlace(
      noun: "folder", command: "sync folder \(directory.quotedPath)\(remote.words)",
      directory: directory,
      named: "\(directory.quotedPath)\(remote.words)"
        + (name.map { " " + $0.quotedValue(of: "--name") } ?? ""))
  }

  public func run() async throws {
    let peer = try remote.peer(at: directory, name: name)
    let isOnDisk = !RemoteArguments<Tool>.isAddress(directory)
    if isOnDisk {
      try StoreFolder.refuse(
        peer.path, unless: (try? holdsSpace(URL(atPath: peer.path))) == true)
    }
    let isNew = try isOnDisk && isMissing(URL(atPath: peer.path))
    let isFirst = try isOnDisk && !isNew && !holdsSpace(URL(atPath: peer.path))
    let replication = try await key.open(arguments, resumes: resume) { _, _ in peer }
    if isNew, try replication.knows(peer.name) {
      throw MissingPath(
        "the folder \(directory), which this store knows, is not there: connect its drive, or make an empty folder"
      )
    }
    if follow {
      try await PeerFollowing(peer, at: place, arguments).run(replication, every: every ?? 30)
      return printMany(peer)
    }
    let report = try await replication.exchange(with: peer)
    var tidying: FolderTidying?
    if let tidy, report.failure == nil, peer.mostFiles >= tidy {
      tidying = try await FolderTidying(replication, in: peer, until: tidy)
    }
    let exchange = PeerExchange(report, PeerExchange.Rest(replication))
    if arguments.printsJSON {
      try arguments.print(json: exchange.json.merging(json(peer, tidying)) { _, new in new })
    } else {
      if isNew, report.failure == nil { printNew(peer) }
      exchange.printCounts()
      if isFirst, report.sent > 0 { printFirst(peer, replication.store.space) }
      exchange.printProblems(place, arguments)
      tidying?.print()
      if tidy == nil { printMany(peer) }
      exchange.rest.print(arguments, place)
    }
    if let failure = report.failure { throw failure }
    try exchange.checkHeard()
  }

  private func json(_ peer: FolderPeer, _ tidying: FolderTidying?) -> [String: JSON.Value] {
    [
      "ownFiles": JSON.Value(peer.ownFiles),
      "frontier": JSON.Value(tidying?.frontier.map { Int(clamping: $0) }),
      "removedFiles": JSON.Value(tidying?.removed ?? 0),
      "untidied": JSON.Value(tidying?.reason),
    ]
  }

  /// Whether there is no folder yet. A drive that is not there has no folder around it either.
  private func isMissing(_ url: URL) throws -> Bool {
    if FileManager.default.fileExists(atPath: url.path) { return false }
    let around = url.deletingLastPathComponent().path
    guard FileManager.default.isFolder(around) else {
      throw MissingPath("there is no folder at \(around)")
    }
    return true
  }

  /// Whether there is something of the store's space.
  private func holdsSpace(_ url: URL) throws -> Bool {
    let space = try arguments.open().space.uuidString.lowercased()
    return FileManager.default.isFolder(url.appendingPathComponent(space).path)
  }

  /// The whole log is there now, for all who can read the folder.
  private func printFirst(_ peer: FolderPeer, _ space: UUID) {
    Terminal.line(
      "that folder held nothing of this space before; if another one was meant: "
        + arguments.commandNaming(peer.name, after: "sync forget")
        + ", and remove \(peer.path)/\(space.uuidString.lowercased())")
  }

  /// Each file costs whoever begins with the folder a question.
  private static var manyFiles: Int { 1_000 }

  private func printMany(_ peer: FolderPeer) {
    guard !arguments.printsJSON, peer.ownFiles >= Self.manyFiles else { return }
    Terminal.line(
      "this store has \(Measures.count(peer.ownFiles, "file")) there; devices that tidy make them few: "
        + arguments.command("\(place.command) --tidy \(Self.manyFiles)"))
  }

  private func printNew(_ peer: FolderPeer) {
    Terminal.line(
      "made the folder \(directory); if another one was meant: "
        + arguments.commandNaming(peer.name, after: "sync forget"))
  }
}
#endif
