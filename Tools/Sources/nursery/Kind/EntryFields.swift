import Daybook
import DaybookTool
import Foundation
import Nursery

// The fields that every `Entry` has.

extension Field where Screen == NurseryScreen {
  /// Baby and start.
  static func beginning<Details: EntryDetails>() -> [EntryField<Entry<Details>>]
  where State == Entry<Details> {
    [.baby(\.baby), .date("start", \.start)]
  }

  /// Memo, tags and source.
  static func ending<Details: EntryDetails>() -> [EntryField<Entry<Details>>]
  where State == Entry<Details> {
    [
      .text("memo", \.memo, help: "free text; #tags are found"), .tags(\.tags), .photos(),
      .source(\.source),
    ]
  }

  /// A text that is always there.
  static func line(
    _ name: String, _ path: any WritableKeyPath<State, String> & Sendable, help: String
  ) -> Self {
    EntryField(
      name: name, property: name, help: help,
      text: { state, _ in state[keyPath: path].isEmpty ? nil : state[keyPath: path] },
      json: { [name: .text($0[keyPath: path])] },
      set: { state, text, _ in state[keyPath: path] = text }, isText: true)
  }

  /// A text that is always there, and that bare words are taken for.
  static func word(
    _ name: String, _ path: any WritableKeyPath<State, String> & Sendable, help: String
  ) -> Self {
    var field = line(name, path, help: help)
    field.takes = { !TypedNumber.begins($0) }
    return field
  }

  /// When it was made; never set by hand.
  static func created(_ path: any KeyPath<State, Date> & Sendable) -> Self {
    EntryField(
      name: "created", property: "createdAt", help: "",
      text: { state, screen in screen.time(state[keyPath: path]) },
      json: { .time("created", $0[keyPath: path]) })
  }

  static func flag(
    _ name: String, _ path: any WritableKeyPath<State, Bool?> & Sendable, words: [String: Bool]
  ) -> Self {
    EntryField(
      name: name, property: name, help: "yes or no",
      text: { state, _ in state[keyPath: path].map { $0 ? "yes" : "no" } },
      json: { [name: JSON.Value($0[keyPath: path])] },
      set: { state, text, _ in
        let answers = words.merging(["yes": true, "no": false]) { own, _ in own }
        guard text.isEmpty || answers[text.lowercased()] != nil else {
          throw BadText("\(name) takes yes or no, not “\(text)”")
        }
        state[keyPath: path] = answers[text.lowercased()]
      },
      takes: { words[$0.lowercased()] != nil }, words: words.keys.sorted())
  }

  /// An amount in any unit, such as drops.
  static func dose(
    _ name: String, _ path: any WritableKeyPath<State, Amount?> & Sendable
  ) -> Self {
    var field = amount(name, path)
    field.set = { state, text, _ in
      state[keyPath: path] = text.isEmpty ? nil : try Amount(inAnyUnit: text)
    }
    return field
  }
}

extension Amount {
  /// A number and whatever is written behind it, such as `2 drops`.
  ///
  /// - Throws: `BadText` for what begins with no number.
  init(inAnyUnit text: String) throws {
    if TypedNumber.isBelowNothing(text) {
      throw BadText("“\(text)” is less than nothing; look at the number")
    }
    let number = text.prefix { $0.isNumber || $0 == "." || $0 == "," }
    let unit = text.dropFirst(number.count).trimmingCharacters(in: .whitespaces)
    guard let value = try TypedNumber.value(number, in: text) else {
      throw BadText("“\(text)” begins with no number; write one such as 2drops")
    }
    self.init(value, unitText: unit.isEmpty ? nil : VolumeUnit(text: unit)?.symbol ?? unit)
  }
}
