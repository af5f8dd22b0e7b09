public import Daybook

/// The end of a running feed and what is known by then.
public struct FeedFinished: PayloadCodable, Equatable {
  /// When it ended.
  public var end: Date
  /// How much; nil leaves the amount as it is.
  public var amount: Amount?
  /// What was fed; nil leaves it as it is.
  public var content: FeedContent?
  /// How it was fed; nil leaves it as it is.
  public var route: FeedRoute?
  /// The memo; nil leaves it as it is, an empty one becomes none.
  public var memo: String?

  /// Describes an end.
  public init(
    end: Date, amount: Amount? = nil, content: FeedContent? = nil, route: FeedRoute? = nil,
    memo: String? = nil
  ) {
    self.end = end
    self.amount = amount
    self.content = content
    self.route = route
    self.memo = memo
  }

  public func encode(into writer: inout PayloadWriter) {
    writer.date(3, end)
    writer.value(4, amount)
    writer.string(5, content?.rawValue)
    writer.string(6, route?.rawValue)
    writer.string(8, memo)
  }

  public init(from reader: inout PayloadReader) throws {
    var end: Date?
    self.init(end: Date(timeIntervalSinceReferenceDate: 0))
    while let field = try reader.next() {
      switch field {
      case 3: end = try reader.date()
      case 4: amount = try reader.message { try Amount(from: &$0) }
      case 5: content = FeedContent(rawValue: try reader.string())
      case 6: route = FeedRoute(rawValue: try reader.string())
      case 8: memo = try reader.string()
      default: break
      }
    }
    guard let end else { throw PayloadError.missing(3) }
    self.end = end
  }
}
