import Foundation

/// A skill as a list shows it.
public struct LearntSkill: Hashable, Sendable {
  public let skill: String
  /// When it was mastered first; nil when nobody knows.
  public let masteredAt: Date?

  /// Each skill once, though two phones noted it apart: newest first, those without a date last.
  ///
  /// - Parameter notes: in any order.
  public static func all(of notes: [MasteredSkill]) -> [LearntSkill] {
    Dictionary(grouping: notes, by: \.skill)
      .map { LearntSkill(skill: $0, masteredAt: $1.compactMap(\.masteredAt).min()) }
      .sorted(by: comesFirst)
  }

  /// An unknown date is before all others.
  private static func comesFirst(_ one: LearntSkill, _ other: LearntSkill) -> Bool {
    let (first, second) = (one.masteredAt ?? .distantPast, other.masteredAt ?? .distantPast)
    return first == second ? one.skill < other.skill : first > second
  }
}
