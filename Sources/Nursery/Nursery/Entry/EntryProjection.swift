internal import Daybook

/// A projection that does the same with the entries of every kind.
///
/// A new kind is named here, and every such projection follows it.
protocol EntryProjection: Projection {
  /// Takes a change of an entry into the rows.
  func update<E: NurseryEntry>(_ change: EntityChange<E>, _ rows: inout Rows) throws
}

extension EntryProjection {
  public func register(_ handlers: inout ChangeHandlers) { registerEntries(&handlers) }

  /// Calls `update` with the changes of entries of every kind.
  func registerEntries(_ handlers: inout ChangeHandlers) {
    handlers.on(FeedSession.self) { change, rows in try update(change, &rows) }
    handlers.on(DiaperChange.self) { change, rows in try update(change, &rows) }
    handlers.on(SleepSession.self) { change, rows in try update(change, &rows) }
    handlers.on(PumpingSession.self) { change, rows in try update(change, &rows) }
    handlers.on(ActivitySession.self) { change, rows in try update(change, &rows) }
    handlers.on(BodyMeasurement.self) { change, rows in try update(change, &rows) }
    handlers.on(MedicationDose.self) { change, rows in try update(change, &rows) }
    handlers.on(Note.self) { change, rows in try update(change, &rows) }
    handlers.on(CustomEvent.self) { change, rows in try update(change, &rows) }
  }
}
