import Daybook
import Foundation

@testable import DaybookSync

/// What a stranger puts into a folder.
extension HostileFolderTests {
  /// A file of a stranger, which says to hold what the founder has written, and is signed by
  /// nobody who is known.
  /// Returns its path in the folder of the space.
  func forge(
    _ house: SyncHouse, _ folder: SharedFolder, isEmpty: Bool
  ) async throws -> String {
    let page = try await house.first.page(lackedBy: VersionVector())
    let writer = try house.first.replica()
    var chain = Chain(space: page.space, replica: writer)
    for message in page.messages { try chain.add(message) }
    let head = try SignedHead(chain, writer, space: page.space, house.key("stranger"))
    let forged = SyncPage(
      space: page.space, messages: isEmpty ? [] : page.messages, heads: isEmpty ? [] : [head],
      hasMore: false)
    var payload = PayloadWriter(capacity: 4_096)
    payload.uuid(1, page.space)
    // Claims beside the page count for nothing.
    try house.first.vector().encode(3, into: &payload)
    forged.bytes.withUnsafeBytes { payload.bytes(4, $0) }
    payload.message(5) { payload in
      payload.uuid(1, writer.uuid)
      Chain(space: page.space, replica: writer).hash.withUnsafeBytes { payload.bytes(2, $0) }
    }
    let path = "\(try Self.place(of: nil, in: house))/000000000001-000000000001.dbs"
    try folder.write(SealedFile.seal(.segment, payload.array), path)
    return path.split(separator: "/").suffix(2).joined(separator: "/")
  }

  /// Puts a file into the folder that holds what a member wrote, signed by a stranger.
  func forge(
    as member: Replication, _ house: SyncHouse, _ folder: SharedFolder
  ) async throws {
    let page = try await house.first.page(lackedBy: VersionVector())
    _ = try await member.absorb(page)
    let own = try await member.page(lackedBy: house.first.vector())
    let start = Chain(space: page.space, replica: try member.replica())
    var chain = start
    for message in own.messages { try chain.add(message) }
    let head = try SignedHead(
      chain, member.replica(), space: page.space, house.key("stranger"))
    let forged = SyncPage(
      space: page.space, messages: own.messages, heads: [head], hasMore: false,
      starts: [try member.replica(): start.hash])
    let segment = try Segment(forged, before: VersionVector())
    try folder.write(
      segment.bytes, "\(Self.place(of: nil, in: house))/000000000001-000000000001.dbs")
  }

  /// A manifest of a stranger, which says to be of a frontier and to hold so many transactions of
  /// the founder's.
  func forgeManifest(
    of frontier: UInt64, _ claim: UInt64, for house: SyncHouse, _ space: URL
  ) throws {
    let stranger = ReplicaID(UUID())
    let chunk = Array("nothing".utf8)
    let hash = SpaceManifest.hash(of: chunk)
    var vector = VersionVector()
    vector[try house.first.replica()] = claim
    var payload = PayloadWriter(capacity: 512)
    payload.uuid(1, house.first.store.space)
    payload.uint(2, frontier)
    vector.encode(3, into: &payload)
    payload.uuid(4, stranger.uuid)
    hash.withUnsafeBytes { payload.bytes(5, $0) }
    [UInt8](repeating: 2, count: 64).withUnsafeBytes { payload.bytes(6, $0) }
    let folder = space.appendingPathComponent("snapshot/\(frontier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(chunk).write(to: folder.appendingPathComponent(FolderPlace.chunk(hash)))
    try Data(SealedFile.seal(.manifest, payload.array)).write(
      to: folder.appendingPathComponent("\(stranger.uuid.uuidString.lowercased()).manifest"))
  }
}
