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

  /// What changes an entry that is odd, in the words of `edit`.
  static func change(
    for oddity: String, _ reader: borrowing Reader, _ id: UUID
  ) throws -> String {
    let state = try reader.entity(State.self, id)
    guard let measurement = state as? BodyMeasurement, oddity == measurement.misspelling,
      let measure = measurement.likelyMeasure
    else { return "FIELD=VALUE" }
    return "measure=\(measure)"
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
    likelyMeasure.map {
      "“\(details.measure.rawValue)” is a measure of your own; did you mean \($0)"
    }
  }

  /// The measure that a word is almost; nil for one that is known, and for a word near none.
  fileprivate var likelyMeasure: String? {
    guard case .other(let text) = details.measure else { return nil }
    let known: [MeasureType] = [.temperature, .weight, .height, .headCircumference, .bmi]
    return Suggestion.nearest(to: text, among: known.map(\.rawValue))
  }
}
