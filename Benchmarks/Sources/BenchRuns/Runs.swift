package import BenchSupport
import HouseholdRuns

/// Everything that is measured of Daybook, by name. Each run prepares what it needs, then measures
/// one thing with `Timing.of`.
package enum Runs {
  /// - Parameters:
  ///   - path: the directory of the store; `append` and `bulk` make those that other runs read.
  ///   - events: how many events it has, or gets.
  ///   - more: how many events a transaction gets, or whatever else the run depends on.
  /// - Returns: nil when there is no run of this name.
  package static func run(
    _ name: String, _ path: String, events: Int, _ more: String = ""
  ) async throws -> Timing? {
    if let timing = try await StoreRuns.run(name, path, events: events, more) { return timing }
    if let timing = try PrefabRuns.run(name, path, events) { return timing }
    if let timing = try BackupRuns.run(name, path, events: events) { return timing }
    if let timing = try await ImportRuns.run(name, path, rows: events) { return timing }
    #if Sync
    if let timing = try await ReplicationRuns.run(name, path, events) { return timing }
    if let timing = try await HubRuns.run(name, path, events) { return timing }
    #endif
    return nil
  }
}
