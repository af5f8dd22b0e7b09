public import Daybook

/// Writes a store as a backup of Nuzzle, `data.json`, of all babies and all time.
///
/// `NuzzleFile` reads it back: into an empty store for a restore, or into any other, again and
/// again. What the format cannot hold is told in `Export.losses`; each row is read back to find
/// that out.
public enum NuzzleExporter {
  /// The file, and what it lacks.
  public struct Export: Sendable {
    /// JSON in UTF-8: dates of babies and events in seconds since 2001, those of the settings in
    /// ISO 8601.
    public internal(set) var text = ""
    /// What could not be written as it is, by entry.
    public internal(set) var losses: [Loss] = []
  }

  /// An entry that the format cannot hold, or not whole.
  public struct Loss: Hashable, Sendable, Codable {
    /// The entry.
    public let entity: UUID
    /// The kind of the entry.
    public let kind: String
    /// What is lost, in one sentence.
    public let reason: String
    /// Whether the entry is missing altogether.
    public let isMissing: Bool
  }

  /// Writes all babies and entries that are not deleted, and the settings if there are any.
  ///
  /// - Parameter zone: that of the babies; their days of birth begin in it.
  /// - Throws: `InterchangeError.unknownZone`; a `StoreError`.
  public static func export(_ store: EventStore, zone: String) throws -> Export {
    let clock = try ZoneClock(zone: zone)
    return try store.read { reader in
      var writer = NuzzleWriter(clock: clock)
      return try writer.write(reader)
    }
  }
}
