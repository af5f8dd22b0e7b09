public import Daybook

/// The amount of a feed and when it was last written.
public struct LastFeedAmount: PayloadCodable, Hashable, Codable, Identifiable {
  /// As typed.
  public let amount: Amount
  /// The time of the feed's last event; of two babies with one name, the later one counts.
  public let modified: HybridTime

  public var id: Self { self }

  /// Puts both together.
  public init(amount: Amount, modified: HybridTime) {
    self.amount = amount
    self.modified = modified
  }

  public static var fieldNames: [Int: String] { [1: "value", 2: "unitText", 3: "modified"] }

  public init(from reader: inout PayloadReader) throws {
    var value: Double?
    var unit: String?
    var time = HybridTime.distantPast
    while let field = try reader.next() {
      switch field {
      case 1: value = try reader.double()
      case 2: unit = try reader.string()
      case 3: time = HybridTime(rawValue: try reader.fixed())
      default: break
      }
    }
    guard let value else { throw PayloadError.missing(1) }
    self.init(amount: Amount(value, unitText: unit), modified: time)
  }

  public func encode(into writer: inout PayloadWriter) {
    writer.double(1, amount.value)
    writer.string(2, amount.unitText)
    writer.fixed(3, modified.rawValue)
  }
}

/// A feed that has an amount.
public struct FeedWithAmount: Hashable, Codable, Identifiable, Sendable {
  /// The feed.
  public let feed: UUID
  /// When it began.
  public let start: Date
  /// Its amount.
  public let last: LastFeedAmount

  public var id: UUID { feed }

  /// Puts all together.
  public init(feed: UUID, start: Date, last: LastFeedAmount) {
    self.feed = feed
    self.start = start
    self.last = last
  }
}
