import Daybook
import DaybookTool
import Foundation
import Nursery

/// A property of a kind of the nursery.
typealias EntryField<State> = Field<State, NurseryScreen>

extension Field where Screen == NurseryScreen {
  /// The message for an empty value of what must have one.
  private static func needed(_ name: String) -> BadText { BadText("\(name) cannot be empty") }

  static func text(
    _ name: String, _ path: any WritableKeyPath<State, String?> & Sendable,
    property: String? = nil,
    help: String
  ) -> Self {
    Field(
      name: name, property: property ?? name, help: help,
      text: { state, _ in state[keyPath: path] },
      json: { [name: JSON.Value($0[keyPath: path])] },
      set: { state, text, _ in state[keyPath: path] = text.isEmpty ? nil : text }, isText: true)
  }

  static func date(
    _ name: String, _ path: any WritableKeyPath<State, Date> & Sendable
  ) -> Self {
    Field(
      name: name, property: name, help: "a time \(TimeText.help)",
      text: { state, screen in screen.time(state[keyPath: path]) },
      json: { .time(name, $0[keyPath: path]) },
      set: { state, text, screen in
        if text.isEmpty { throw needed(name) }
        state[keyPath: path] = try screen.date(text)
      })
  }

  static func date(
    _ name: String, _ path: any WritableKeyPath<State, Date?> & Sendable
  ) -> Self {
    Field(
      name: name, property: name, help: "a time \(TimeText.help)",
      text: { state, screen in state[keyPath: path].map { screen.time($0) } },
      json: { .time(name, $0[keyPath: path]) },
      set: { state, text, screen in
        state[keyPath: path] = text.isEmpty ? nil : try screen.date(text)
      })
  }

  /// When it ended, after it began.
  static func end(
    _ path: any WritableKeyPath<State, Date?> & Sendable,
    of start: any KeyPath<State, Date> & Sendable
  ) -> Self {
    var field = date("end", path)
    field.set = { state, text, screen in
      let times = TimeText(screen.zone, now: screen.now)
      state[keyPath: path] =
        text.isEmpty ? nil : try times.end(text, of: state[keyPath: start])
    }
    return field
  }

  static func amount(
    _ name: String, _ path: any WritableKeyPath<State, Amount?> & Sendable
  ) -> Self {
    Field(
      name: name, property: name, help: "such as 120ml or 4floz (\(VolumeUnit.words))",
      text: { state, screen in
        state[keyPath: path].map { AmountText.text($0, in: screen.unit) }
      },
      json: { [name: .amount($0[keyPath: path])] },
      set: { state, text, _ in state[keyPath: path] = text.isEmpty ? nil : try Amount(typed: text)
      },
      takes: { TypedNumber.begins($0) })
  }

  static func flag(
    _ name: String, _ path: any WritableKeyPath<State, Bool> & Sendable, words: [String]
  ) -> Self {
    Field(
      name: name, property: name, help: "yes or no",
      text: { state, _ in state[keyPath: path] ? "yes" : "no" },
      json: { [name: JSON.Value($0[keyPath: path])] },
      set: { state, text, _ in
        switch text.lowercased() {
        case let word where words.contains(word): state[keyPath: path] = true
        case "yes", "true", "1": state[keyPath: path] = true
        case "no", "false", "0": state[keyPath: path] = false
        default: throw BadText("\(name) takes yes or no, not “\(text)”")
        }
      },
      takes: { words.contains($0.lowercased()) }, words: words)
  }

  static func baby(
    _ path: any WritableKeyPath<State, UUID?> & Sendable
  ) -> Self {
    Field(
      name: "baby", property: "baby", help: "the beginning of a name or an id",
      text: { state, screen in screen.babies[state[keyPath: path]] },
      json: { ["baby": JSON.Value($0[keyPath: path])] },
      set: { state, text, screen in
        state[keyPath: path] = text.isEmpty ? nil : try screen.babies.find(text)
      })
  }

  static func tags(_ path: any WritableKeyPath<State, [String]> & Sendable) -> Self {
    Field(
      name: "tags", property: "tags", help: "words with commas between them",
      text: { state, _ in
        let tags = state[keyPath: path]
        return tags.isEmpty ? nil : tags.joined(separator: ", ")
      },
      json: { ["tags": JSON.Value($0[keyPath: path])] },
      set: { state, text, _ in
        // As they are stored: without the sign of hashtags.
        state[keyPath: path] = text.split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces).drop { $0 == "#" }
        }.filter { !$0.isEmpty }.map(String.init)
      })
  }

  /// The pictures that are files of the store. By hand they are only taken away.
  static func photos() -> Self where State: NurseryEntry {
    Field(
      name: "photos", property: "provenance", help: "",
      text: { state, _ in
        let photos = state.attachments
        return photos.isEmpty ? nil : photos.map(\.shortName).joined(separator: ", ")
      },
      json: { state in
        let photos = state.attachments
        return photos.isEmpty ? [:] : ["photos": JSON.Value(photos.map(\.description))]
      },
      set: { state, text, _ in
        guard text.isEmpty else {
          throw BadText("photos= takes the pictures away, and --photo FILE adds one")
        }
        state.attachments = []
      })
  }

  /// What the source says; never set by hand.
  static func source(_ path: any KeyPath<State, SourceReference?> & Sendable) -> Self {
    Field(
      name: "source", property: "source", help: "",
      text: { state, _ in
        state[keyPath: path].map { "\($0.provider) \($0.table) \($0.id)" }
      },
      json: { state in
        guard let source = state[keyPath: path] else { return ["source": .null] }
        return [
          "source": [
            "provider": .text(source.provider), "table": .text(source.table),
            "id": .text(source.id),
          ]
        ]
      })
  }

  /// One of several values that have words.
  static func choice<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<State, Value> & Sendable, unknown: Value,
    _ words: [(word: String, value: Value)], text: @escaping @Sendable (Value) -> String?,
    stored: @escaping @Sendable (Value) -> String
  ) -> Self {
    let words = Choices(words)
    return Field(
      name: name, property: name, help: words.list,
      text: { state, _ in text(state[keyPath: path]) },
      json: { [name: .text(stored($0[keyPath: path]))] },
      set: { state, text, _ in
        state[keyPath: path] = text.isEmpty ? unknown : try words.find(text, name)
      },
      takes: { words.value(of: $0) != nil }, words: words.all)
  }
}

/// Words that stand for values.
struct Choices<Value: Sendable>: Sendable {
  private let words: [(word: String, value: Value)]

  init(_ words: [(word: String, value: Value)]) { self.words = words }

  var all: [String] { words.map(\.word) }
  var list: String { all.joined(separator: ", ") }

  /// The value of a word, in any case and with or without hyphens and spaces.
  func value(of word: String) -> Value? {
    let wanted = Self.plain(word)
    return words.first { Self.plain($0.word) == wanted }?.value
  }

  func find(_ word: String, _ name: String) throws -> Value {
    if let value = value(of: word) { return value }
    throw BadText(
      "“\(word)” is no \(name); it takes \(list)"
        + Suggestion.sentence(for: word, among: words.map(\.word)))
  }

  private static func plain(_ word: String) -> String {
    word.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}

extension Amount {
  /// An amount as people type it, such as `120ml`, `4 floz` or `120`, which is of the usual unit.
  ///
  /// - Throws: `BadText`.
  init(typed text: String) throws {
    if TypedNumber.isBelowNothing(text) {
      throw BadText("“\(text)” is less than nothing; write an amount such as 120ml")
    }
    let number = text.prefix { $0.isNumber || $0 == "." || $0 == "," }
    let rest = text.dropFirst(number.count).trimmingCharacters(in: .whitespaces)
    guard let value = try TypedNumber.value(number, in: text) else {
      throw BadText("“\(text)” is no amount; write one such as 120ml")
    }
    let unit = rest.isEmpty ? FamilyUnit.usual : VolumeUnit(text: rest)
    guard let unit else {
      let weight = rest.lowercased() == "oz" ? " (oz may be a weight; fluid ounces are floz)" : ""
      throw BadText("“\(rest)” is no unit of amounts\(weight); it takes \(VolumeUnit.words)")
    }
    guard value * Double(unit.nanolitres) <= Self.most else {
      throw BadText("“\(text)” is more than 10 litres; look at the number and its unit")
    }
    self.init(value, unit)
  }

  /// What no child has at once, in nanolitres.
  private static let most = 10e9
}

extension VolumeUnit {
  /// What people type for the units.
  static let words = "ml, floz, l or cup"
}

extension JSON.Value {
  /// An amount, in the one shape that each has; null for none.
  static func amount(_ amount: Amount?) -> Self {
    guard let amount else { return .null }
    return ["value": Self(amount.value), "unit": Self(amount.unitText)]
  }
}

extension Attachment {
  /// The beginning of the name, as people read it, such as `ba7816bf.jpg`.
  var shortName: String {
    name.prefix(8) + (fileExtension.map { ".\($0)" } ?? "")
  }
}
