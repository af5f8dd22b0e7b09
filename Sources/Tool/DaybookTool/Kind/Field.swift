/// A property of a kind as people read and write it.
public struct Field<State, Screen: ToolScreen>: Sendable {
  /// The name in `name=value`; empty for one that stands for all properties.
  public let name: String
  /// What `Entity.propertyNames` calls it.
  public let property: String
  /// What it takes, for the help.
  public let help: String
  /// The value in words; nil when there is none.
  public let text: @Sendable (State, Screen) -> String?
  /// The value for JSON, under one key or several.
  public let json: @Sendable (State) -> [String: JSON.Value]
  /// Sets it to what a text says, an empty one clears it; nil when it cannot be set.
  public var set: (@Sendable (inout State, String, Screen) throws -> Void)?
  /// Whether a word that stands alone is a value of it.
  public var takes: @Sendable (String) -> Bool
  /// The words that it takes alone, for suggestions.
  public var words: [String]
  /// Whether it takes any text.
  public var isText: Bool

  /// Makes a field.
  public init(
    name: String, property: String, help: String = "",
    text: @escaping @Sendable (State, Screen) -> String?,
    json: @escaping @Sendable (State) -> [String: JSON.Value],
    set: (@Sendable (inout State, String, Screen) throws -> Void)? = nil,
    takes: @escaping @Sendable (String) -> Bool = { _ in false }, words: [String] = [],
    isText: Bool = false
  ) {
    self.name = name
    self.property = property
    self.help = help
    self.text = text
    self.json = json
    self.set = set
    self.takes = takes
    self.words = words
    self.isText = isText
  }
}

extension Field {
  /// A property that is shown: texts, numbers, dates, flags, and what else describes itself.
  public static func value<Value: Sendable>(
    _ name: String, _ path: any KeyPath<State, Value> & Sendable, property: String? = nil
  ) -> Self {
    Field(
      name: name, property: property ?? name,
      text: { state, _ in Reflection.word(state[keyPath: path]) },
      json: { [name: Reflection.json(of: $0[keyPath: path])] })
  }
}
