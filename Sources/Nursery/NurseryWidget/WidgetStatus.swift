#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a widget shows of one baby: the content of BabyDashboard's file `<BABY>.json`.
///
/// Seven keys, no more: `feedTerm`, `feedingProgress`, `id`, `isFeeding`, `name`, `totalProgress`,
/// `updatedAt`. Dates are seconds since 2001-01-01 00:00 UTC.
public struct WidgetStatus: Codable, Sendable, Equatable {
  /// Seconds between feeds when nothing else is known: three hours.
  public static let standardFeedTerm: Double = 10_800

  /// The baby.
  public let id: UUID
  /// Its name.
  public let name: String
  /// How much of the feed term has passed since the last feed began, not clipped: above 1 when the
  /// next is overdue, negative when the last one is in the future.
  public let totalProgress: Double
  /// How much of the feed term the running or the last feed takes.
  public let feedingProgress: Double
  /// The time that both are for.
  public let updatedAt: Date
  /// Seconds between feeds, at least 1.
  public let feedTerm: Double
  /// Whether a feed is running.
  public let isFeeding: Bool

  /// The status by a baby's feeds.
  ///
  /// - Parameters:
  ///   - lastStart: the start of the feed with the greatest start.
  ///   - lastDuration: the seconds that the feed with the greatest end took.
  public init(
    id: UUID, name: String, feedTerm: Double, lastStart: Date?, lastDuration: Double?,
    isFeeding: Bool, now: Date
  ) {
    let term = Self.term(feedTerm)
    let total = lastStart.map { now.timeIntervalSince($0) / term } ?? 0
    let feeding = isFeeding ? total : max(0, lastDuration ?? 0) / term
    self.init(
      id: id, name: name, totalProgress: total.isFinite ? total : 0,
      feedingProgress: feeding.isFinite ? feeding : 0, updatedAt: now, feedTerm: term,
      isFeeding: isFeeding)
  }

  private init(
    id: UUID, name: String, totalProgress: Double, feedingProgress: Double, updatedAt: Date,
    feedTerm: Double, isFeeding: Bool
  ) {
    self.id = id
    self.name = name
    self.totalProgress = totalProgress
    self.feedingProgress = feedingProgress
    self.updatedAt = updatedAt
    self.feedTerm = feedTerm
    self.isFeeding = isFeeding
  }

  /// Reads a file; what older versions did not write has its standard value.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(UUID.self, forKey: .id),
      name: try values.decode(String.self, forKey: .name),
      totalProgress: try values.decode(Double.self, forKey: .totalProgress),
      feedingProgress: try values.decode(Double.self, forKey: .feedingProgress),
      updatedAt: try values.decode(Date.self, forKey: .updatedAt),
      feedTerm: Self.term(
        try values.decodeIfPresent(Double.self, forKey: .feedTerm) ?? Self.standardFeedTerm),
      isFeeding: try values.decodeIfPresent(Bool.self, forKey: .isFeeding) ?? false)
  }

  /// Reads the bytes of a file.
  public init(bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(WidgetStatus.self, from: Data(bytes))
  }

  /// What to show of a baby whose file is missing or unreadable.
  public static func unknown(id: UUID, name: String, now: Date) -> WidgetStatus {
    WidgetStatus(
      id: id, name: name, feedTerm: standardFeedTerm, lastStart: nil, lastDuration: nil,
      isFeeding: false, now: now)
  }

  /// The name of a baby's file.
  public static func fileName(of baby: UUID) -> String { "\(baby.uuidString).json" }

  /// The baby whose file has the name; nil for other files.
  public static func baby(fileName: String) -> UUID? {
    guard fileName.hasSuffix(".json"), let id = UUID(uuidString: String(fileName.dropLast(5))),
      Self.fileName(of: id) == fileName
    else { return nil }
    return id
  }

  /// The bytes of the file; the same for equal values.
  public func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [UInt8](try encoder.encode(self))
  }

  /// The status at a later time when nothing is written until then; an earlier time changes
  /// nothing.
  public func projected(to time: Date) -> WidgetStatus {
    let total = totalProgress + max(0, time.timeIntervalSince(updatedAt)) / feedTerm
    return WidgetStatus(
      id: id, name: name, totalProgress: total,
      feedingProgress: isFeeding ? total : feedingProgress,
      updatedAt: max(updatedAt, time), feedTerm: feedTerm, isFeeding: isFeeding)
  }

  /// The status once a minute for three hours, for the timeline of a widget.
  public func timeline(from now: Date, entries: Int = 180) -> [WidgetStatus] {
    (0..<entries).map { projected(to: now + Double($0) * 60) }
  }

  /// What is drawn: the total progress between 0 and 1.
  public var drawnProgress: Double { min(max(totalProgress, 0), 1) }

  private static func term(_ seconds: Double) -> Double {
    seconds.isFinite ? max(1, seconds) : standardFeedTerm
  }
}
