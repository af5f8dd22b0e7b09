/// What a generated household is like; its habits are shares of all events.
public struct HouseholdProfile: Sendable, Hashable {
  /// How many babies, from 1 to 4; nil lets the seed choose 1 or 2.
  public var babies: Int?
  /// How many carers write, from 1 to 4; nil lets the seed choose 2 to 4.
  public var carers: Int?
  /// How many devices they share, from 1 to 3; nil lets the seed choose 2 or 3.
  public var devices: Int?
  /// Feeds and diaper changes of one baby in one day; positive.
  public var entriesPerDay = 28
  /// The share of diaper changes among new entries.
  ///
  /// Source: a real household of 1,715 changes and 1,295 feeds.
  public var diaperShare = 1715.0 / 3010
  /// The share of events that edit an entry or a profile, or bring an entry back.
  public var edits = 0.03
  /// The share of events that delete an entry.
  public var deletions = 0.01
  /// The share of events that take a transaction back, or redo one.
  public var undos = 0.005
  /// The share of events at which two carers log the same bottle within five minutes.
  public var doubleBottles = 0.01
  /// The chance, at each moment something is written, that one device goes offline for 1 to 9
  /// hours.
  public var offlineSpells = 0.01
  /// The share of entries that are written down after the fact, 20 minutes in the median.
  public var backdating = 0.5
  /// The share of feeds that are started and finished by two transactions.
  public var liveFeeds = 0.08

  /// An ordinary household.
  public init() {}

  /// An ordinary household; the seed decides how many there are of everything.
  public static let family = HouseholdProfile()

  /// A household with two babies and four carers.
  public static var twins: HouseholdProfile {
    var profile = HouseholdProfile()
    profile.babies = 2
    profile.carers = 4
    return profile
  }

  /// A household that only ever adds: no edits, deletions, undo or late arrivals.
  public static var tidy: HouseholdProfile {
    var profile = HouseholdProfile()
    profile.edits = 0
    profile.deletions = 0
    profile.undos = 0
    profile.doubleBottles = 0
    profile.offlineSpells = 0
    return profile
  }
}
