import DaybookTool
import Interchange
import Nursery

extension NurseryKind {
  /// Sets fields to what `name=value` and bare words say.
  ///
  /// - Parameter options: those of the command that say when something was.
  /// - Throws: `BadText` for a word that no field takes, for a field that is told twice, and for a
  ///   value that can hardly be so, unless it was there before.
  static func apply(
    _ words: [String], to state: inout State, _ screen: Screen, _ options: [TimeOption] = []
  ) throws {
    let fields = fields.filter { $0.set != nil }
    let before = Self.doubt(about: state)
    let isMoment = facts(state).end == facts(state).date
    var told: [String: String] = [:]
    var ends: [(field: EntryField<State>, value: String)] = []
    let words = words.map(TypedNumber.withDash)
    for word in joined(try together(words), fields) {
      let (field, value) = try meaning(of: word, fields, screen, options)
      let other = field.property.isEmpty ? nil : told[field.name]
      if word == value, !field.property.isEmpty {
        let fits = other == nil && Self.takes(value, field, state, screen)
        try refuseTime(word, fits: fits, fields, screen, options)
      }
      if let other {
        throw BadText(
          "“\(word)” is a second \(field.name); "
            + wayOut(word, isBare: word == value, beside: other, of: field, fields))
      }
      told[field.name] = word
      if told["day"] != nil, told["start"] != nil {
        throw BadText(
          "day and start say the same; give one of both, such as start=\"2026-11-20 10:00\"")
      }
      // A time of day as the end goes by the beginning, in whatever order both are told.
      if field.name == "end" {
        ends.append((field, value))
      } else {
        try field.set?(&state, value, screen)
      }
    }
    for (field, value) in ends { try field.set?(&state, value, screen) }
    // What has no length has none where it begins at another time.
    if isMoment, ends.isEmpty, let timed = Self.self as? any TimedNurseryKind.Type {
      try timed.setEnd(of: &state, facts(state).date)
    }
    if let found = Self.doubt(about: state), found != before {
      throw BadText("it \(found); look at the number and its unit")
    }
  }

  /// What an import would ask about such an entry, and what nobody means to write down by hand.
  private static func doubt(about state: State) -> String? {
    (state as? any Importable)?.importDoubt ?? (state as? PumpingSession)?.contradiction
      ?? (state as? BodyMeasurement).flatMap { MeasurementUnits.doubt(about: $0) }
  }

  /// Whether a field can be set to a value.
  private static func takes(
    _ value: String, _ field: EntryField<State>, _ state: State, _ screen: Screen
  ) -> Bool {
    var copy = state
    do { try field.set?(&copy, value, screen) } catch { return false }
    return true
  }

  /// The field that a word is about, and what it says of it.
  private static func meaning(
    of word: String, _ fields: [EntryField<State>], _ screen: Screen, _ options: [TimeOption]
  ) throws -> (field: EntryField<State>, value: String) {
    if word.allSatisfy(\.isWhitespace) {
      throw BadText("“\(word)” says nothing about \(named); leave it out")
    }
    if let sign = word.firstIndex(of: "="), sign > word.startIndex {
      let name = String(word[..<sign])
      if let field = fields.first(where: { $0.name.lowercased() == name.lowercased() }) {
        return (field, String(word[word.index(after: sign)...]))
      }
      let names = fields.map(\.name)
      throw BadText(
        "\(named) has no field “\(name)”; it has \(names.joined(separator: ", "))"
          + Suggestion.sentence(for: name, among: names))
    }
    if let field = fields.first(where: { $0.takes(word) }) { return (field, word) }
    try refuseTime(word, fits: false, fields, screen, options)
    throw BadText("“\(word)” says nothing about \(named)" + help(for: word, fields, screen))
  }

  /// What may be meant by a word beside another one of the same field.
  private static func wayOut(
    _ word: String, isBare: Bool, beside other: String, of field: EntryField<State>,
    _ fields: [EntryField<State>]
  ) -> String {
    let isBoth = Set([word.lowercased(), other.lowercased()]) == ["left", "right"]
    if isBoth, field.words.contains("both") { return "did you mean both?" }
    // One of some words, or a number, is nothing but that field's.
    guard isBare, field.words.isEmpty, !TypedNumber.begins(word) else { return "give one of both" }
    if field.isText, !other.contains("=") {
      return "one with a blank stands in quotes: \("\(other) \(word)".quoted)"
    }
    let text = fields.first { $0.isText && $0.name != field.name }.map {
      ", or FIELD=VALUE such as \($0.name)=\(quoted(word))"
    }
    return "give one of both" + (text ?? "")
  }

  /// What may be meant by a word that no field takes.
  private static func help(
    for word: String, _ fields: [EntryField<State>], _ screen: Screen
  ) -> String {
    if let name = screen.babies.name(with: word) {
      let memo = fields.contains { $0.name == "memo" } ? ", and a memo is memo=\(word)" : ""
      return "; a name with a blank stands in quotes: \(name.quoted)\(memo)"
    }
    let known = fields.flatMap(\.words)
    let hint = Suggestion.sentence(for: word, among: known)
    if !hint.isEmpty { return hint }
    let list = known.isEmpty ? nil : known.joined(separator: ", ")
    let text = fields.first { $0.isText }.map {
      "FIELD=VALUE such as \($0.name)=\(quoted(word))"
    }
    let ways = [list, text].compactMap(\.self)
    return ways.isEmpty ? "" : "; it takes " + ways.joined(separator: ", or ")
  }

  /// The value as a shell takes it.
  private static func quoted(_ text: String) -> String {
    text.contains(" ") ? "\"\(text)\"" : text
  }

  /// A number and the unit after it as one word, such as `4 floz` and `4.2 kg`.
  private static func joined(_ words: [String], _ fields: [EntryField<State>]) -> [String] {
    var joined: [String] = []
    for word in words {
      if let last = joined.last, Double(last.replacing(",", with: ".")) != nil, isUnit(word),
        fields.contains(where: { $0.takes(last) })
      {
        joined[joined.count - 1] = "\(last) \(word)"
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  private static func isUnit(_ word: String) -> Bool {
    VolumeUnit(text: word) != nil || otherUnits.contains(word.lowercased())
  }

  private static var otherUnits: Set<String> {
    [
      "oz", "kg", "kgs", "g", "lb", "lbs", "cm", "mm", "m", "in", "inch", "inches", "c", "°c", "f",
      "°f", "mg", "mcg", "µg", "iu", "drop", "drops", "tablet", "tablets",
    ]
  }
}

extension PumpingSession {
  /// How its amount is another one than both sides come to, or less than one of them; nil when it
  /// is not. Amounts are rounded, so that a millilitre or a hundredth makes no difference.
  fileprivate var contradiction: String? {
    guard let amount = details.amount, let all = amount.nanolitres else { return nil }
    let sides = [details.left, details.right].compactMap(\.self)
    let known = sides.compactMap(\.nanolitres)
    guard !known.isEmpty, known.count == sides.count else { return nil }
    let rest = known.reduce(0, +) - all
    guard (known.count == 2 ? abs(rest) : rest) > max(1_000_000, abs(all) / 100) else { return nil }
    let told = sides.map { AmountText.text($0, in: $0.unit ?? .millilitre) }
    return "has \(AmountText.text(amount, in: amount.unit ?? .millilitre)) in all and "
      + told.joined(separator: " and ") + (told.count == 2 ? " of the sides" : " of one side")
  }
}
