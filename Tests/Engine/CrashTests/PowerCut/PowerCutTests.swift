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
  static let sparing = draws > 1 ? 1 : 3

  private static func number(_ variable: String, or usual: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) } ?? usual
  }

  /// A checkpoint at the end alone, and many.
  static let modes = ["power-cut", "power-cut-often"]

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

  /// Without any flush, without those of the data, without those of the journal.
  @Test(arguments: [["data.mdb", "journal"], ["data.mdb"], ["journal"]] as [Set<String>])
  func `a store that does not flush is found`(deaf: Set<String>) throws {
    var cuts = try PowerCut("power-cut-often", seed: 1)
    cuts.endsAtFault = true
    try cuts.run(deaf: deaf)
    #expect(!cuts.faults.isEmpty)
  }

  @Test func `a durable append takes one flush`() throws {
    try checkFlushes(of: "durable")
  }

  /// A relaxed append takes none, and a change that comes after it one.
  @Test func `a change after a relaxed append takes one flush`() throws {
    try checkFlushes(of: "change")
  }

  /// A checkpoint flushes the data file, and takes one more flush of the journal at most: for its
  /// header, when that comes with a relaxed append, or alone because the next checkpoint is due.
  private func checkFlushes(of mode: String) throws {
    let directory = try TemporaryFolder()
    let path = directory.path + "/recorded"
    let recording = try Recording(of: path, mode: mode, seed: 0, rival: false)
    let journal = recording.files(named: ["journal"])
    let appends = recording.records.split { $0.promise != nil }.dropFirst().dropLast()
    let flushes = appends.map { $0.filter(\.kind.isFlush) }
    let ofJournal = flushes.map { $0.count { journal.contains($0.file) } }
    let ofData = flushes.joined().count { !journal.contains($0.file) }
    print("\(ofJournal) flushes, \(ofData) of the data file")
    #expect(ofJournal.count == 19 && ofJournal.allSatisfy { $0 > 0 } && ofData < 6)
    // The header of one checkpoint may be left over from before.
    #expect(ofJournal.reduce(0, +) <= 19 + 1 + ofData)
  }

  private func check(_ cuts: consuming PowerCut) throws {
    cuts.draws = Self.draws
    cuts.sparing = Self.sparing
    try cuts.run()
    print("\(cuts.images) power cuts")
    #expect(cuts.images > 300)
    #expect(cuts.faults == [])
  }
}
