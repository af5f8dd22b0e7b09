import Daybook
import DaybookSync
import Foundation
import TemporaryFolders
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What only a shared folder on a disk can hold or be.
struct DriveFolderTests {
  private func drive(_ house: SyncHouse) -> URL {
    house.folder.url.appendingPathComponent("drive")
  }

  /// The files of a drive, by their places.
  private func files(_ url: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix(".dbs") }.sorted()
  }

  @Test func `an owner puts a chunk there again in whose place a pipe is`() async throws {
    let house = try await SyncHouse.founded()
    let chunks = try await house.putSnapshotOfChunks { FolderPeer(at: drive(house).path) }
    let chunk = drive(house).appendingPathComponent(chunks[0])
    let whole = try Data(contentsOf: chunk)
    try FileManager.default.removeItem(at: chunk)
    #expect(mkfifo(chunk.path, 0o600) == 0)
    let ben = try await house.join("ben")
    let before = try await ben.exchange(with: FolderPeer(at: drive(house).path))
    #expect(!before.hasBootstrapped && before.absorbed == 0)
    #expect(try await house.first.exchange(with: FolderPeer(at: drive(house).path)).failure == nil)
    #expect(try Data(contentsOf: chunk) == whole)
    #expect(try await ben.exchange(with: FolderPeer(at: drive(house).path)).hasBootstrapped)
  }

  @Test func `what cannot be told to a folder is reported, also with nothing to send`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let place =
      "\(ben.store.space.uuidString.lowercased())/\(try ben.replica().uuid.uuidString.lowercased())"
    let vector = drive(house).appendingPathComponent("\(place)/vector")
    try FileManager.default.createDirectory(at: vector, withIntermediateDirectories: true)
    let report = try await ben.exchange(with: FolderPeer(at: drive(house).path))
    #expect(report.absorbed == 2 && report.sent == 0)
    #expect(report.failure?.code == .peer)
    try FileManager.default.removeItem(at: vector)
    #expect(try await ben.exchange(with: FolderPeer(at: drive(house).path)).failure == nil)
  }

  @Test func `a store or a file is no folder`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let file = house.folder.url.appendingPathComponent("file")
    try Data("mine".utf8).write(to: file)
    for url in [URL(fileURLWithPath: ben.store.path), file] {
      let before = try? FileManager.default.contentsOfDirectory(atPath: url.path)
      for member in [house.first, ben] {
        let report = try await member.exchange(with: FolderPeer(at: url.path))
        #expect(report.failure?.code == .peer)
        #expect(report.failure?.message.contains("name a folder that all members have") == true)
      }
      #expect((try? FileManager.default.contentsOfDirectory(atPath: url.path)) == before)
    }
  }

  @Test func `a link in the folder is not followed`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let place = try #require(try files(drive(house)).first)
    let url = drive(house).appendingPathComponent(place)
    let elsewhere = house.folder.url.appendingPathComponent("elsewhere")
    try FileManager.default.moveItem(at: url, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: elsewhere)
    let peer = FolderPeer(at: drive(house).path)
    let report = try await second.exchange(with: peer)
    #expect(report.absorbed == 0)
    #expect(peer.problems.count == 1)
  }

  /// As a stick that is pulled out: the place where it was is not it.
  @Test func `a folder that goes is not made again by who has seen it`() async throws {
    let house = try await SyncHouse.founded()
    let peer = FolderPeer(at: drive(house).path)
    try await house.first.exchange(with: peer)
    let aside = house.folder.url.appendingPathComponent("aside")
    try FileManager.default.moveItem(at: drive(house), to: aside)
    try await house.add("bread", to: house.first)
    #expect(try await house.first.exchange(with: peer).failure?.code == .peer)
    #expect(!FileManager.default.fileExists(atPath: drive(house).path))
    try FileManager.default.moveItem(at: aside, to: drive(house))
    #expect(try await house.first.exchange(with: peer).sent == 1)
  }

  @Test func `a folder that cannot be written ends the exchange, and nothing is lost`()
    async throws
  {
    let house = try await SyncHouse.founded()
    try Data().write(to: drive(house))
    let report = try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    #expect(report.failure?.code == .peer)
    try FileManager.default.removeItem(at: drive(house))
    #expect(try await house.first.exchange(with: FolderPeer(at: drive(house).path)).sent == 1)
  }

}
