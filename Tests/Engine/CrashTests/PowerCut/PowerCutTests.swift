#if os(Linux)
import Foundation
import TemporaryFolders
import TestRun
import Testing

/// Power cuts at every point of what a process did to its files, with every way to lose what was
/// not flushed.
@Suite(.tags(.slow, .crash)) struct PowerCutTests {
  /// More of both makes a longer run; `make soak-powercut` sets them.
  static let seeds = 1...number("DAYBOOK_POWER_CUT_SEEDS", or: 1)
  static let draws = Int(number("DAYBOOK_POWER_CUT_DRAWS", or: 1))
  /// One point of so many is cut at, another one for each recording; all of them in a longer run.
  static let sparing = draws > 1 ? 1 : 4

  private static func number(_ variable: String, or usual: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) } ?? usual
  }

  /// Two flushes for each durable commit, and one.
  static let modes = ["power-cut", "power-cut-once"]

  @Test(arguments: modes, seeds)
  func `a power cut loses nothing that was promised and damages nothing`(
    mode: String, seed: UInt64
  ) throws {
    try check(PowerCut(mode, seed: seed))
  }

  @Test(arguments: modes, seeds)
  func `a store that had a power cut stands the next one`(mode: String, seed: UInt64) throws {
    let first = try PowerCut(mode, seed: seed)
    let left = first.files(after: Int(seed % 12) + 4, Survival(.sectors, seed: seed))
    try check(PowerCut(mode, seed: seed + 1000, on: left))
  }

  @Test(arguments: modes, seeds)
  func `a power cut loses nothing of two processes, of which one was killed before`(
    mode: String, seed: UInt64
  ) throws {
    try check(PowerCut(mode, seed: seed, rival: true))
  }

  /// Without any flush of the data file, without that of the data, without that of the root.
  @Test(arguments: [[Recording.Record.Kind.flushed, .written], [.flushed], [.written]])
  func `a store that does not flush is found`(deaf: [Recording.Record.Kind]) throws {
    var cuts = try PowerCut("power-cut", seed: 1)
    cuts.endsAtFault = true
    try cuts.run(deaf: Set(deaf))
    #expect(!cuts.faults.isEmpty)
  }

  /// A change that comes after a relaxed append, which takes one, flushes data and root.
  @Test(arguments: [("durable", 2), ("durable-once", 1), ("change", 3)])
  func `a durable append takes so many flushes`(mode: String, flushes: Int) throws {
    let directory = try TemporaryFolder()
    let path = directory.path + "/recorded"
    let records = try Recording(of: path, mode: mode, seed: 0, rival: false).records
    let appends = records.split { $0.promise != nil }.dropFirst().dropLast()
    let counts = appends.map { $0.count { $0.kind == .flushed || $0.kind == .written } }
    #expect(counts == Array(repeating: flushes, count: 19))
  }

  /// As on Apple systems with an old LMDB, of whose flushes the drive's cache takes no notice.
  @Test(arguments: seeds)
  func `flushes that only reach the drive's cache do no harm`(seed: UInt64) throws {
    try check(PowerCut("power-cut-drive", seed: seed), deaf: [.flushed, .written])
  }

  private func check(
    _ cuts: consuming PowerCut, deaf: Set<Recording.Record.Kind> = []
  ) throws {
    cuts.draws = Self.draws
    cuts.sparing = Self.sparing
    try cuts.run(deaf: deaf)
    print("\(cuts.images) power cuts")
    #expect(cuts.images > 300)
    #expect(cuts.faults == [])
  }
}
#endif
