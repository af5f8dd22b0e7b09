import Foundation
import TemporaryFolders
import Testing

@testable import LMDB

/// The rows of a damaged file, read from its pages.
struct PageRescueTests {
  private struct Found {
    /// How many rows each table has.
    var rows: [String: Int] = [:]
    /// The keys of the events that the tree leads to, and of the others.
    var events: Set<UInt64> = []
    var strays: Set<UInt64> = []
    var damages: [String] = []
  }

  private func read(_ directory: TemporaryFolder) throws -> Found {
    let rescue = try PageRescue(directory: directory.path)
    var found = Found()
    try rescue.rows { name, key, _ in
      found.rows[name ?? "", default: 0] += 1
      if name == "events", key.count == 8 {
        found.events.insert(key.loadUnaligned(as: UInt64.self))
      }
    }
    try rescue.strays { name, key, _ in
      #expect(name == nil)
      if key.count == 8 { found.strays.insert(key.loadUnaligned(as: UInt64.self)) }
    }
    found.damages = rescue.damages.map(\.text)
    return found
  }

  private func read(_ fixture: PageFixture, _ change: (inout Data) -> Void = { _ in }) throws
    -> Found
  {
    try fixture.damaged(change) { try read($0) }
  }

  private func range(_ page: Int) -> Range<Int> {
    page * PageFixture.pageSize..<(page + 1) * PageFixture.pageSize
  }

  @Test func `a sound file gives every row once`() throws {
    let found = try read(PageFixture())
    #expect(found.rows == ["events": 3_000 - 333, "names": 3_000])
    #expect(found.damages == [])
  }

  @Test func `a zeroed leaf costs its own rows`() throws {
    let fixture = try PageFixture()
    let whole = try read(fixture).rows
    for page in try fixture.leavesInUse().filter({ $0 % 9 == 0 }) {
      let found = try read(fixture) { $0.replaceSubrange(range(page), with: Data(count: 4096)) }
      #expect(found.damages == ["the header of page \(page) is damaged"])
      let lost = ["events", "names"].map { whole[$0, default: 0] - found.rows[$0, default: 0] }
      #expect(lost.contains(0) && lost.contains { (1...100).contains($0) }, "page \(page): \(lost)")
    }
  }

  @Test func `what lies below a zeroed branch is found without its tree`() throws {
    let fixture = try PageFixture()
    let whole = try read(fixture)
    var found = 0
    for page in fixture.pages(with: PageView.branch) {
      let after = try read(fixture) { $0.replaceSubrange(range(page), with: Data(count: 4096)) }
      if after.damages.isEmpty { continue }
      found += 1
      #expect(whole.events.subtracting(after.events).subtracting(after.strays) == [])
    }
    #expect(found > 0)
  }

  @Test func `two leaves that have changed places are found by their content`() throws {
    let fixture = try PageFixture()
    let leaves = try fixture.leavesInUse()
    let (one, other) = (leaves[3], leaves[leaves.count - 3])
    let found = try read(fixture) { data in
      let first = data[range(one)]
      data.replaceSubrange(range(one), with: data[range(other)])
      data.replaceSubrange(range(other), with: first)
    }
    #expect(found.damages.count == 2)
    #expect(!found.strays.isEmpty)
  }

  @Test(arguments: [0, 1])
  func `a zeroed root leaves the pages`(root: Int) throws {
    let fixture = try PageFixture()
    let found = try read(fixture) { $0.replaceSubrange(range(root), with: Data(count: 4096)) }
    #expect(found.strays.count > 2_500)
  }

  @Test func `whatever bytes a file has, reading its pages ends`() throws {
    let fixture = try PageFixture(rows: 900)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      let found = try read(fixture) { data in
        for _ in 0..<200 {
          data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
        for page in 2..<fixture.pages where Bool.random(using: &random) {
          data[page * 4096 + Int.random(in: 8..<64, using: &random)] ^= 1 << UInt8.random(in: 0..<8)
        }
      }
      #expect(!found.damages.isEmpty)
    }
  }
}
