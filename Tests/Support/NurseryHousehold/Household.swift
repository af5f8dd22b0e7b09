public import Daybook

/// A household made up from a seed: who wrote what, when, with what people and devices get wrong.
///
/// The same arguments give the same transactions on every machine, so demonstrations, previews and
/// benchmarks can name their data by a number.
/// ```swift
/// let clock = HouseholdClock()
/// var options = StoreOptions()
/// options.now = { clock.now }
/// let schema = Schema.nursery(boundary: boundary)
/// let store = try EventStore.open(at: path, schema: schema, options: options)
/// try await store.append(Household(seed: 7, events: 10_000), clock: clock)
/// ```
/// Mostly feeds and diaper changes, in bursts at night; besides them edits, deletions, undo, the
/// same bottle logged twice, entries written down later, clocks that are wrong, and devices that
/// were offline and bring old stamps. Times are instants: a long household passes the changes of
/// the clocks of any zone. It is made while it is read, in constant memory, at about a million
/// events a second.
///
/// It is not real data: amounts do not grow with the child, and nobody is ever ill.
public struct Household: Sequence, Sendable {
  /// The end unless another is given: 2026-01-01, 00:00 UTC.
  public static let standardEnd = Date(timeIntervalSinceReferenceDate: 788_918_400)

  /// What everything follows from.
  public let seed: UInt64
  /// How many events all transactions have together; an undo is one.
  public let events: Int
  /// The latest time that any clock shows.
  public let end: Date
  /// The habits.
  public let profile: HouseholdProfile

  /// Describes a household; nothing is made yet.
  ///
  /// The period is as long as the events take at the profile's pace, about 30 a day for one baby.
  /// Where it reaches back beyond 1970, the clocks of the store stand still until then.
  public init(
    seed: UInt64, events: Int, end: Date = standardEnd, profile: HouseholdProfile = .family
  ) {
    precondition(events >= 0, "a household has no negative number of events")
    precondition(profile.entriesPerDay > 0, "entries per day must be positive")
    self.seed = seed
    self.events = events
    self.end = end
    self.profile = profile
  }

  /// Begins at the first transaction.
  public func makeIterator() -> HouseholdIterator { HouseholdIterator(self) }
}
