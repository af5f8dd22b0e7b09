import Daybook
import DaybookSync
import DaybookTesting
import Foundation

/// What devices do with their folders besides exchanging.
extension World {
  /// A device's folder on the drive, which is written to in files of as much as goes into a page.
  func drive(of device: Device) -> SmallFiles {
    let own = (try? device.replica()).map(device.drivePath) ?? ""
    return SmallFiles(folder: folderPeer(of: device), limit: options.limit, own: own)
  }

  /// Lets two devices put the same snapshot into their folders, and remove the files that it
  /// stands for.
  func putSnapshots(
    of device: Device, _ other: Device, _ random: inout SeededGenerator
  ) async throws {
    try await putSnapshot(of: device)
    if device === other { return }
    try showDrive(of: device, to: other, &random)
    try await putSnapshot(of: other)
    try showDrive(of: other, to: device, &random)
    try await putSnapshot(of: device)
  }

  private func putSnapshot(of device: Device) async throws {
    do {
      let (manifest, removed) = try await changingDrive(of: device) {
        try await device.replication.putSnapshot(in: folderPeer(of: device))
      }
      count("put a snapshot")
      if removed == 0 { return }
      count("removed files")
      let made = files(of: device).filter {
        $0.contains("/snapshot/\(manifest.frontier)/") && $0.hasSuffix(".manifest")
      }
      try expect(
        made.count > 1, "\(device.name) has removed files for a snapshot that only it has made")
    } catch let error as SyncError where error.code == .space || error.code == .peer {
      count("no snapshot: \(error.code)")
    }
  }

  /// What all members have by what a device's folder tells.
  ///
  /// - Parameter isStrict: whether it has to tell of all; nil when it does not.
  func commonVector(of device: Device, isStrict: Bool) async throws -> VersionVector? {
    let common: VersionVector
    do {
      // Those of whom it tells nothing are waited for every other time.
      let told = try await device.replication.memberVectors(in: folderPeer(of: device)).map(
        \.replica)
      let members = try device.replication.space().members.keys
      let leftOut = isStrict ? [] : Set(members).subtracting(told)
      common = try await device.replication.commonVector(
        in: folderPeer(of: device), without: leftOut)
    } catch let error as SyncError where error.code == .peer || error.code == .unheard {
      count("no common vector")
      return nil
    }
    count("common vectors")
    let isKept =
      !options.restores && !options.powerCuts && !options.twins && !options.lostKeys
      && !options.silences && options.clocks != .wild
    guard isKept else { return common }
    for other in devices where other !== device {
      let path = "\(device.drivePath(of: try other.replica()))/vector"
      let bytes = try? content(path, at: device)
      guard let bytes, written[path]?.contains(bytes) == true else { continue }
      let known = try device.replication.space().members[other.replica()]
      if known == nil || known?.isRevoked == true || known?.role == .reader { continue }
      try expect(
        other.vector.covers(common),
        "\(device.name) takes \(common) for what all have, and \(other.name) has \(other.vector)")
    }
    return common
  }
}

extension Device {
  /// Where a replica's files are on the drive.
  func drivePath(of replica: ReplicaID) -> String {
    "\(store.space.uuidString)/\(replica.uuid.uuidString)".lowercased()
  }
}

/// A folder whose files hold few transactions, where there may be no room.
final class SmallFiles: SyncPeer, @unchecked Sendable {
  let limit: PageLimit?
  // Safety: one thread, where everything is awaited in turn.
  /// Whether it is on a drive that is full.
  var isFull = false
  private let folder: FolderPeer
  private let own: String

  /// - Parameter own: the place of what a device writes, in the folder.
  init(folder: FolderPeer, limit: PageLimit?, own: String) {
    (self.folder, self.limit, self.own) = (folder, limit, own)
  }

  var name: String { folder.name }
  var keepsSnapshots: Bool { folder.keepsSnapshots }
  var refusesNothing: Bool { folder.refusesNothing }

  func hello(_ hello: Hello) async throws -> Hello { try await folder.hello(hello) }

  func pull(_ vector: VersionVector, limit: PageLimit) async throws -> SyncPage {
    try await folder.pull(vector, limit: limit)
  }

  func push(_ page: SyncPage) async throws -> PushReply {
    try requireRoom()
    return try await folder.push(page)
  }

  func snapshots() async throws -> [SpaceManifest] { try await folder.snapshots() }

  func chunk(_ hash: [UInt8], of manifest: SpaceManifest) async throws -> [UInt8] {
    try await folder.chunk(hash, of: manifest)
  }

  /// On a full drive there is room for the chunks and none for the manifest, in whose place is a
  /// folder meanwhile.
  func push(_ snapshot: SpaceSnapshot) async throws -> PushReply {
    guard isFull else { return try await folder.push(snapshot) }
    let parts = own.split(separator: "/").map(String.init)
    let place =
      "\(folder.path)/\(parts[0])/snapshot/\(snapshot.manifest.frontier)/\(parts[1]).manifest"
    let files = FileManager.default
    if files.fileExists(atPath: place) { try requireRoom() }
    try files.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: place) }
    return try await folder.push(snapshot)
  }

  func withdraw(
    beyond dot: Dot, where isOwn: (_ dot: Dot, _ chain: [UInt8]) throws -> Bool
  ) async throws {
    try await folder.withdraw(beyond: dot, where: isOwn)
  }

  func acknowledge(_ hello: Hello) async throws {
    try requireRoom()
    try await folder.acknowledge(hello)
  }

  private func requireRoom() throws {
    if isFull { throw SyncError(.peer, "the drive is full") }
  }
}
