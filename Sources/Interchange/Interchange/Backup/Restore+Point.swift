internal import Daybook
internal import Foundation

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

  private mutating func transaction(at time: Date) throws -> UInt64 {
    var base: BackupManifest?
    for full in catalog.fulls where full.time <= time {
      let manifest = try catalog.manifest(full)
      if manifest.time <= time { base = manifest }
    }
    var last = base?.transaction ?? 0
    if let base {
      let place = try walk(from: base, to: time)
      isOutOfOrder = place.isOutOfOrder
      if place.isPast { return place.number }
      last = place.number
    }
    guard let later = catalog.fulls.first(where: { $0.transaction > last }) else { return last }
    try copy(later, to: scratch.other)
    let other = try open(scratch.other)
    defer { try? other.close() }
    do {
      let place = try other.read { try $0.place(at: time) }
      isOutOfOrder = isOutOfOrder || place.isOutOfOrder
      return max(last, place.token.number)
    } catch let error as StoreError where error.code == .expiredToken {
      return last
    }
  }

  /// The last transaction by a time among the increments after a full backup, as
  /// `Reader.token(at:)` finds it.
  private func walk(from base: BackupManifest, to time: Date) throws -> ShownTimes.Place {
    var last = base.transaction
    var times = ShownTimes(after: last, showing: base.time)
    while let name = catalog.log(after: last) {
      try catalog.file(name).forEach(from: last + 1) { next, message in
        let message = try LogMessage(message)
        if message.dot.replica.uuid == base.replica { times.add(next, message.wallTime) }
        last = next
        return true
      }
    }
    return times.last(by: time, through: last)
  }
}
