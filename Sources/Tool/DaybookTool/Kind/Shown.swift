public import Daybook

/// A thing as screens show it.
public struct Shown<Screen: ToolScreen>: Sendable {
  public let kind: any KindWords<Screen>.Type
  public let id: UUID
  public let facts: Screen.Facts
  /// The content in a few words, never empty.
  public let words: String
  /// The content with whose it is and when it was: `Noor, 2026-11-20 21:05: formula, 120 mL`.
  public let line: String
  /// Whose it is; nil for what is nobody's.
  public let owner: String?
  /// Every field.
  public let json: [String: JSON.Value]
  /// Each field that has a value, by name.
  public let fields: [(name: String, text: String)]
}

/// A field of a thing as screens show it.
public struct ShownField: Sendable {
  let name: String
  /// The value in words; nil when there is none.
  let text: String?
  /// The value for JSON, under one key or several.
  let json: [String: JSON.Value]

  public init(name: String, text: String?, json: [String: JSON.Value]) {
    self.name = name
    self.text = text
    self.json = json
  }
}

/// What happened to one thing, as screens show it.
public struct ShownChange<Screen: ToolScreen>: Sendable {
  /// A field before and after; nil where it has no value.
  public struct Field: Sendable {
    public let name: String
    let old: String?
    let new: String?
    let oldJSON: [String: JSON.Value]?
    let newJSON: [String: JSON.Value]?
  }

  public let kind: any KindWords<Screen>.Type
  public let id: UUID
  public let sort: History.AnyChange.Sort
  public let old: Shown<Screen>?
  public let new: Shown<Screen>?
  /// Of an update, what differs.
  public let fields: [Field]
  /// What people call it, such as `added`.
  public var verb: String
}

/// An event in words.
public struct ShownEvent: Sendable {
  /// What happened, such as `recorded`.
  public let verb: String
  /// The values that it holds, such as `formula, 120 mL`.
  public let words: String
  public let json: [String: JSON.Value]

  public init(verb: String, words: String, json: [String: JSON.Value]) {
    self.verb = verb
    self.words = words
    self.json = json
  }
}
