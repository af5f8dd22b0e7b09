import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders
import TestRun
import Testing

/// Members who exchange at random, over a folder that loses, cuts and repeats files and directly,
/// have the same in the end.
@Suite(.tags(.slow, .model)) struct SyncModelTests {
  private struct Household {
    let house: SyncHouse
    let members: [Replication]
    var random: SeededGenerator
    var ids: [UUID] = []
    /// Files that the drive does not show for the moment, and what they are.
    var hidden: [(place: URL, bytes: Data)] = []

    var drive: URL { house.folder.url.appendingPathComponent("drive") }

    init(seed: UInt64) async throws {
      random = SeededGenerator(seed: seed)
      house = try await SyncHouse.founded()
      var members = [house.first]
      for name in ["ben", "cleo", "dan"] {
        let limit = PageLimit(
          transactions: Int.random(in: 1...20, using: &random), bytes: 1 << 20)
        members.append(
          try await house.join(name, as: name == "ben" ? .owner : .writer, limit: limit))
      }
      self.members = members
    }

    mutating func step() async throws {
      guard let member = members.randomElement(using: &random),
        let other = members.randomElement(using: &random)
      else { return }
      house.clock.advance(by: Double.random(in: 0...9, using: &random))
      switch Int.random(in: 0..<24, using: &random) {
      case 0..<8: try await write(member)
      case 8..<13: try await member.exchange(with: FolderPeer(at: drive.path))
      case 13..<16 where member !== other:
        let report = try await member.exchange(with: StorePeer(other, name: "direct"))
        #expect(report.refused.isEmpty && report.refusedByPeer.isEmpty)
      case 16, 17: try hide()
      case 18: try show()
      case 19, 20: try member.purgeAll()
      case 21: try await putSnapshot(member)
      default:
        if let last = members.last, try house.first.space().members[last.replica()] != nil {
          try await house.first.setFrontier(house.first.vector())
        }
      }
    }

    private mutating func write(_ member: Replication) async throws {
      // Who has joined and exchanged nothing yet does not know the space.
      guard (try? member.space()) != nil else { return }
      if let id = ids.randomElement(using: &random), Bool.random(using: &random) {
        let name = "n\(Int.random(in: 0..<9, using: &random))"
        try await member.store.append { try $0.append(ItemEvent.named(name), to: id) }
      } else {
        ids.append(try await house.add("new", to: member))
      }
    }

    /// Purges what is final; another member may lack it.

    /// Makes files of a member superfluous, once two have made the same snapshot.
    private func putSnapshot(_ member: Replication) async throws {
      do { try await member.putSnapshot(in: FolderPeer(at: drive.path)) } catch let error
        as SyncError
        where error.code == .space
      {}
    }

    private func files() throws -> [URL] {
      let all = (try? FileManager.default.subpathsOfDirectory(atPath: drive.path)) ?? []
      return all.filter { $0.hasSuffix(".dbs") }.sorted()
        .map { drive.appendingPathComponent($0) }
    }

    /// A file is not there, or only half of it, until it is shown again.
    private mutating func hide() throws {
      guard let url = try files().randomElement(using: &random),
        !hidden.contains(where: { $0.place == url })
      else { return }
      let bytes = try Data(contentsOf: url)
      hidden.append((url, bytes))
      if Bool.random(using: &random) {
        try FileManager.default.removeItem(at: url)
      } else {
        try bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)).write(to: url)
      }
    }

    mutating func show() throws {
      for (place, bytes) in hidden { try bytes.write(to: place) }
      hidden = []
    }
  }

  @Test(arguments: 1...15 as ClosedRange<UInt64>)
  func `NZ-5: members have the same in the end`(seed: UInt64) async throws {
    var household = try await Household(seed: seed)
    for _ in 0..<80 { try await household.step() }
    try household.show()
    for _ in 0..<4 {
      for member in household.members {
        let report = try await member.exchange(with: FolderPeer(at: household.drive.path))
        #expect(report.failure == nil && report.refused.isEmpty, "seed \(seed): \(report)")
      }
    }
    let house = household.house
    let (digests, vector) = (try house.digests(house.first), try house.first.vector())
    for member in household.members {
      #expect(try house.digests(member) == digests, "seed \(seed)")
      #expect(try member.vector() == vector, "seed \(seed)")
      let verification = try await member.store.verify()
      #expect(verification.ok, "seed \(seed)")
    }
  }

  @Test func `NZ-5: 500 edits that were made offline are there once, and the newest shows`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let members = [house.first, try await house.join("ben"), try await house.join("cleo")]
    let drive = house.folder.path("drive")
    let id = try await house.add("bread", to: house.first)
    for member in members { try await member.exchange(with: FolderPeer(at: drive)) }
    let names = (1...500).map { "n\($0)" }
    for name in names {
      house.clock.advance(by: 1)
      try await members[1].store.append { try $0.append(ItemEvent.named(name), to: id) }
    }
    // Twice, so that whatever was sent again would show.
    for member in members + members {
      let report = try await member.exchange(with: FolderPeer(at: drive))
      #expect(report.failure == nil && report.refused.isEmpty)
    }
    for member in members {
      #expect(try house.names(member) == ["n500"])
      let versions = try member.store.read { try $0.versions(of: Item.self, id) }
      #expect(versions.compactMap(\.value?.name) == ["bread"] + names)
    }
  }
}
