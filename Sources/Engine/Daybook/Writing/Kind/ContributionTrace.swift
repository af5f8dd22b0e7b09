/// Which rows a projection touches while it takes in one entity alone.
@usableFromInline
final class ContributionTrace {
  /// A row by its table's place and its key.
  struct Place: Hashable {
    let table: Int
    let key: [UInt8]
  }

  /// In the order in which they were touched first.
  private(set) var places: [Place] = []
  private var known: Set<Place> = []
  /// Whether a handler has looked at rows that others may have put in: what it leaves is no share.
  var hasLooked = false

  func add(_ table: Int, _ key: BorrowedBytes) {
    let place = Place(table: table, key: [UInt8](key))
    if known.insert(place).inserted { places.append(place) }
  }

  /// Begins with another entity.
  func clear() {
    places.removeAll(keepingCapacity: true)
    known.removeAll(keepingCapacity: true)
    hasLooked = false
  }
}

/// What became of an entity that a projection was to take in.
@usableFromInline
enum ContributionFate {
  /// The projection does not follow it, or nothing is known of it.
  case nothing
  /// It was taken in.
  case gives
  /// It is not there for readers; what it would give was taken in.
  case absent(Absence)
  /// The projection threw, and has taken nothing in.
  case leftOut(String)
}

/// Why readers do not see an entity.
@usableFromInline
struct Absence {
  @usableFromInline
  enum Reason: UInt64 {
    case takenBack = 1
    case void, deleted, merged, hidden, leftOut
  }

  @usableFromInline let reason: Reason
  /// The transaction that has made it so; 0 where none has alone.
  @usableFromInline let transaction: UInt64

  @inlinable
  init(_ reason: Reason, by transaction: UInt64 = 0) {
    (self.reason, self.transaction) = (reason, transaction)
  }
}
