internal import Daybook

/// Which transaction is meant.
extension Restore {
  /// The number of the transaction that a point names.
  mutating func transaction(of point: RestorePoint) throws -> UInt64 {
    switch point.place {
    case .transaction(let number): return number
    case .newest:
      return (catalog.fulls + catalog.logs).map(\.transaction).max() ?? 0
    case .time(let time): return try transaction(at: time)
    }
  }

  /// The last transaction by a time, as `Reader.token(at:)` finds it: among those of the newest
  /// full backup and of the increments since, or of an older one where those were purged.
  ///
  /// When the backups were made decides nothing: the clock may have been another one then.
  private mutating func transaction(at time: Date) throws -> UInt64 {
    var (last, problem): (UInt64, (any Error)?) = (0, nil)
    for full in catalog.fulls.reversed() {
      do {
        let (place, purged) = try self.place(at: time, from: full)
        isOutOfOrder = place.isOutOfOrder
        if place.number > purged { return place.number }
        last = max(last, place.number)
      } catch let error as InterchangeError {
        // An older one may lead there.
        problem = problem ?? error
      }
    }
    if last == 0, let problem { throw problem }
    guard last > 0 else { throw nothing(by: time) }
    return last
  }

  private func nothing(by time: Date) -> InterchangeError {
    InterchangeError(
      .noBackup, file: catalog.folder,
      "No transaction in \(catalog.folder) shows \(PlainTime.seconds(time)) or an earlier time.")
  }

  /// Where a time is from the first transaction on that a full backup has in its log.
  private mutating func place(
    at time: Date, from full: BackupName
  ) throws -> (place: ShownTimes.Place, purged: UInt64) {
    let manifest = try copy(full, to: scratch.other).manifest
    let other = try open(scratch.other)
    defer { try? other.close() }
    var times = ShownTimes(after: manifest.purged, showing: .distantPast)
    try other.read { try $0.addShownTimes(to: &times, after: manifest.purged) }
    var last = manifest.transaction
    while let name = catalog.log(after: last) {
      try catalog.file(name).forEach(from: last + 1) { next, message in
        let message = try LogMessage(message)
        if message.dot.replica.uuid == manifest.replica { times.add(next, message.wallTime) }
        last = next
        return true
      }
    }
    return (times.last(by: time, through: last), manifest.purged)
  }
}
