package import BenchSupport

/// What is measured of a household's store alone, by name; what the gate counts is among it. Each
/// run prepares what it needs, then measures one thing with `Timing.of`.
package enum StoreRuns {
  /// - Parameters:
  ///   - path: the directory of the store; `append` and `bulk` make those that other runs read.
  ///   - events: how many events it has, or gets.
  ///   - more: how many events a transaction gets, or whatever else the run depends on.
  /// - Returns: nil when there is no run of this name.
  package static func run(
    _ name: String, _ path: String, events: Int, _ more: String
  ) async throws -> Timing? {
    if let timing = try await EngineRuns.run(name, path, events, more) { return timing }
    return try ReadingRuns.run(name, path, events, more)
  }
}
