import Daybook
import DaybookTesting
import Foundation
import GRDB
import Synchronization
import TemporaryFolders
import TestRun
import Testing

@testable import DaybookSQL

/// What a mirror says after each step of a random history.
@Suite(.tags(.model)) struct MirrorHistoryTests {
  /// `DAYBOOK_MIRROR_SEEDS` for more.
  static let seeds: [UInt64] = {
    let text = ProcessInfo.processInfo.environment["DAYBOOK_MIRROR_SEEDS"] ?? ""
    return Array(1...(UInt64(text) ?? 6))
  }()

  private struct Cut: Error {}

  @Test(arguments: seeds)
  func `a mirror is the store after every step, and as before where a round was cut`(
    seed: UInt64
  ) async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = folder.path("shop.sqlite")
    var random = SeededGenerator(seed: seed &+ 7)
    var history = try ShopHistory(seed: seed)
    var mirror = try StoreMirror(at: path, of: history.store, fullText: seed % 2 == 0)
    for step in 0..<40 {
      try history.step()
      // Some steps are in one round.
      if Bool.random(using: &random) { continue }
      let before = try MirrorDump(path)
      let left = Mutex(Int.random(in: 0..<12, using: &random))
      mirror.beforeWriting = { _ in
        let isOver = left.withLock { count in
          count -= 1
          return count < 0
        }
        if isOver { throw Cut() }
      }
      do { try await mirror.update() } catch is Cut {
        #expect(try MirrorDump(path) == before, "seed \(seed), step \(step)")
      }
      mirror.beforeWriting = nil
      // The next program opens it again.
      if Int.random(in: 0..<4, using: &random) == 0 {
        mirror = try StoreMirror(at: path, of: history.store, fullText: seed % 2 == 0)
      }
      try await mirror.update()
      let problems = try MirrorOracle(store: history.store, path: path).problems()
      #expect(problems == [], "seed \(seed), step \(step)")
      let anew = folder.path("anew-\(step).sqlite")
      try await StoreMirror(at: anew, of: history.store, fullText: seed % 2 == 0).update()
      let differences = try MirrorDump(path).differences(from: MirrorDump(anew))
      #expect(differences == [], "seed \(seed), step \(step)")
      if !problems.isEmpty || !differences.isEmpty { break }
    }
  }
}
