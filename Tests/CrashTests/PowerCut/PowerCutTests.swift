#if os(Linux)
  import Foundation
  import Testing

  /// Power cuts at every point of what a process did to its files, with every way to lose what was
  /// not flushed.
  @Suite struct PowerCutTests {
    /// More of both makes a longer run; `make soak-powercut` sets them.
    static let seeds = 1...number("DAYBOOK_POWER_CUT_SEEDS", or: 2)
    static let draws = Int(number("DAYBOOK_POWER_CUT_DRAWS", or: 1))

    private static func number(_ variable: String, or usual: UInt64) -> UInt64 {
      ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) } ?? usual
    }

    @Test(arguments: seeds)
    func `a power cut loses nothing that was promised and damages nothing`(seed: UInt64) throws {
      var cuts = try PowerCut(seed: seed)
      cuts.draws = Self.draws
      try cuts.run()
      print("\(cuts.images) power cuts in the work of seed \(seed)")
      #expect(cuts.images > 500)
      #expect(cuts.faults == [])
    }

    @Test(arguments: seeds)
    func `a store that had a power cut stands the next one`(seed: UInt64) throws {
      let first = try PowerCut(seed: seed)
      let left = first.files(after: Int(seed % 12) + 4, Survival(.sectors, seed: seed))
      var cuts = try PowerCut(seed: seed + 1000, on: left)
      cuts.draws = Self.draws
      try cuts.run()
      print("\(cuts.images) power cuts in the work of seed \(seed)")
      #expect(cuts.images > 500)
      #expect(cuts.faults == [])
    }

    /// Without any flush of the data file, without that of the data, without that of the root.
    @Test(arguments: [[Recording.Record.Kind.flushed, .written], [.flushed], [.written]])
    func `a store that does not flush is found`(deaf: [Recording.Record.Kind]) throws {
      var cuts = try PowerCut(seed: 1)
      cuts.endsAtFault = true
      try cuts.run(deaf: Set(deaf))
      #expect(!cuts.faults.isEmpty)
    }
  }
#endif
