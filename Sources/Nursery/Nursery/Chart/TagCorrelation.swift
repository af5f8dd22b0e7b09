/// How a tag goes together with something else.
///
/// It says that two things were seen together, not that one is the reason of the other, and it is
/// no medical advice. The more tags are tried, the more of them seem to matter by chance alone: of
/// twenty, one in the mean has a `pValue` below 0.05.
public struct TagCorrelation: Hashable, Sendable, Codable, Identifiable {
  /// The tag as it was asked for.
  public let tag: String
  /// How many entries have it.
  public let count: Int
  /// How many of them were followed by the event, or have an amount.
  public let matches: Int
  /// The mean amount of those, in millilitres; nil without one and for events.
  public let meanMillilitres: Double?
  /// Phi or the point-biserial coefficient, from -1 to 1.
  public let coefficient: Double
  /// How likely so much would be by chance, from 0 to 1.
  public let pValue: Double

  public var id: String { tag }

  /// `matches` as a share of `count`; 0 when no entry has the tag.
  public var share: Double { count > 0 ? Double(matches) / Double(count) : 0 }

  /// What is known of a tag that no entry has.
  static func none(_ tag: String) -> TagCorrelation {
    TagCorrelation(
      tag: tag, count: 0, matches: 0, meanMillilitres: nil, coefficient: 0, pValue: 1)
  }

  /// The strongest first, whatever its sign; equal ones stay in order.
  static func sorted(_ results: [TagCorrelation]) -> [TagCorrelation] {
    results.enumerated().sorted {
      (-abs($0.element.coefficient), $0.offset) < (-abs($1.element.coefficient), $1.offset)
    }.map(\.element)
  }
}
