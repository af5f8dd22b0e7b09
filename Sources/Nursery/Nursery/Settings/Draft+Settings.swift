public import Daybook

extension Draft {
  /// Changes settings. Only what differs is written; no difference writes nothing.
  ///
  /// - Returns: the settings as they are now.
  /// - Throws: `NurseryError.invalid` for a time of no year from 1900 to 2199; what was wrong
  ///   before does not count.
  @discardableResult
  public mutating func editSettings(
    _ body: (inout AppSettings) throws -> Void
  ) throws -> AppSettings {
    let old = try value(AppSettings.self, AppSettings.entityID) ?? AppSettings()
    return try amend(AppSettings.entityID, old) { settings in
      try body(&settings)
      let changed = settings.times.filter { !old.times.contains($0) }
      if let problem = EntryRules.problem(of: changed) { throw NurseryError.invalid([problem]) }
    }
  }

  /// Keeps what an entry tells as the values that were used last for its kind and type.
  ///
  /// Call it in the draft that writes the entry. Values that are the same already are not written.
  /// `LastEntries` knows the last entry of each baby without it; these values are of all babies,
  /// and stay when an entry is deleted.
  ///
  /// - Returns: the values as they are now.
  @discardableResult
  public mutating func keepValues(of entry: some NurseryEntry) throws -> LastUsedValues {
    let id = LastUsedValues.entityID(type(of: entry).entryKind, type: entry.type)
    let old = try value(LastUsedValues.self, id) ?? LastUsedValues()
    return try amend(id, old) { $0.take(entry) }
  }
}
