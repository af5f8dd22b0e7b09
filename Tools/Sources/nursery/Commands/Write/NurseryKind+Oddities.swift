import Daybook
import DaybookTool
import Interchange
import Nursery

extension NurseryKind {
  /// What is odd about an entry by the rules of imports, in words, unless it was so at an earlier
  /// place. What can hardly be so is refused before it is written.
  static func oddities(
    _ reader: borrowing Reader, _ id: UUID, since earlier: History.Token, _ screen: Screen
  ) throws -> [String] {
    guard let state = try reader.entity(State.self, id) else { return [] }
    let before = try reader.entity(State.self, id, asOf: earlier)
    let known = try before.map { try oddities(of: $0, id, reader, screen) } ?? []
    return try oddities(of: state, id, reader, screen).filter { !known.contains($0) }
  }

  static func oddities(
    of state: State, _ id: UUID, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> [String] {
    guard isEntry else { return [] }
    var found = (state as? any Importable)?.importWarnings ?? []
    if try isBeforeBirth(state, reader, screen) { found.append(.beforeBirth) }
    let words = found.compactMap(\.meaning)
    return words + [(state as? BodyMeasurement)?.misspelling].compactMap(\.self)
  }

  private static func isBeforeBirth(
    _ state: State, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> Bool {
    let facts = facts(state)
    guard let baby = facts.baby, let profile = try reader.entity(BabyProfile.self, baby) else {
      return false
    }
    return BabyKind.birth(of: profile).map { BabyKind.day(of: facts, screen) < $0 } ?? false
  }
}

extension BodyMeasurement {
  /// That its measure is in nobody's list, and almost one that is; nil for any other.
  fileprivate var misspelling: String? {
    guard case .other(let text) = details.measure else { return nil }
    let known: [MeasureType] = [.temperature, .weight, .height, .headCircumference, .bmi]
    let hint = Suggestion.sentence(for: text, among: known.map(\.rawValue))
    return hint.isEmpty ? nil : "“\(text)” is a measure of your own\(hint.dropLast())"
  }
}
