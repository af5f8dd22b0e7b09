public import Daybook

/// What a backup is restored to.
public struct RestorePoint: Sendable, Hashable {
  enum Place: Hashable {
    case newest
    case transaction(UInt64)
    case time(Date)
  }

  let place: Place

  /// All that the backups have.
  public static let newest = RestorePoint(place: .newest)

  /// The store as a transaction left it, by its number.
  public static func transaction(_ number: UInt64) -> RestorePoint {
    RestorePoint(place: .transaction(number))
  }

  /// The store after the last transaction that was written by a time, as `Reader.token(at:)` finds
  /// it.
  public static func time(_ time: Date) -> RestorePoint { RestorePoint(place: .time(time)) }
}
