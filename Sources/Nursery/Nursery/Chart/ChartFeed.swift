public import Daybook

/// One feed as charts need it.
public struct ChartFeed: Equatable, Codable, Sendable {
  /// The baby; nil for a feed without one.
  public var baby: UUID?
  /// The baby's name, for the order of the points and for legends.
  public var babyName: String
  /// When it began.
  public var start: Date
  /// How much; nil when nobody said.
  public var amount: Amount?

  /// Describes a feed.
  public init(baby: UUID?, babyName: String, start: Date, amount: Amount?) {
    self.baby = baby
    self.babyName = babyName
    self.start = start
    self.amount = amount
  }
}

/// What one baby drank on one logical day.
public struct DailyFeedPoint: Hashable, Codable, Sendable, Identifiable {
  /// A day and a baby.
  public struct ID: Hashable, Codable, Sendable {
    /// The day.
    public let day: CivilDay
    /// The baby.
    public let baby: UUID
  }

  /// The logical day and the baby.
  public let id: ID
  /// The baby's name.
  public let babyName: String
  /// The sum in `unit`.
  public let value: Double
  /// The unit.
  public let unit: VolumeUnit
}

/// What one baby drank at one feed.
public struct FeedPoint: Hashable, Codable, Sendable, Identifiable {
  /// A start and a baby, and which of those that share both.
  public struct ID: Hashable, Codable, Sendable {
    /// When the feed began.
    public let start: Date
    /// The baby.
    public let baby: UUID
    /// From 0, in the order of the feeds.
    public let number: Int
  }

  /// What tells it from other points.
  public let id: ID
  /// The baby's name.
  public let babyName: String
  /// The amount in `unit`.
  public let value: Double
  /// The unit.
  public let unit: VolumeUnit

  /// When the feed began.
  public var start: Date { id.start }
  /// The baby.
  public var baby: UUID { id.baby }
}
