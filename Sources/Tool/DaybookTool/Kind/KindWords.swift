public import Daybook

/// What a tool knows of one kind of thing: its words and its fields.
///
/// ```swift
/// enum ItemWords: KindWords {
///   static let word = "item"
///   static var fields: [Field<Item, PlainScreen>] {
///     [.value("name", \.name), .value("list", \.list), .value("bought", \.isBought)]
///   }
///   static func words(_ item: Item, _ screen: PlainScreen) -> String { item.name }
/// }
/// ```
public protocol KindWords<Screen>: SendableMetatype {
  associatedtype State: Entity
  associatedtype Screen: ToolScreen

  /// The word for one, such as `feed`.
  static var word: String { get }
  /// The word for several; `word` with an s unless told.
  static var plural: String { get }
  /// What can be shown and set, in the order in which people read it.
  static var fields: [Field<State, Screen>] { get }
  /// The fields of a state; each of ``fields`` unless told.
  static func shownFields(_ state: State, _ screen: Screen) -> [ShownField]
  /// What every kind has.
  static func facts(_ state: State) -> Screen.Facts
  /// What one begins with that nobody made; nil for what has to be made.
  static var initial: State? { get }
  /// Something for an event to change that makes none; nil when there is nothing such.
  static var blank: State? { get }
  /// The properties that an event changes; nil when its payload names them itself.
  static func named(_ event: State.Event) -> [String]?
  /// The content in a few words; empty when nothing is known.
  static func words(_ state: State, _ screen: Screen) -> String
  /// Whose it is, such as a baby's name; nil for what is nobody's.
  static func owner(_ state: State, _ screen: Screen) -> String?
  /// The content with whose it is and when it was; the content alone unless told.
  static func line(_ content: String, of state: State, _ screen: Screen) -> String
  /// What JSON says of it beside its fields.
  static func json(_ state: State, _ screen: Screen) -> [String: JSON.Value]
  /// What an event says in words of its own; nil unless told, which shows the fields it changes.
  static func shown(_ event: State.Event, of id: UUID, _ screen: Screen) -> ShownEvent?
}

extension KindWords {
  public static var plural: String { word + "s" }
  public static func shownFields(_ state: State, _ screen: Screen) -> [ShownField] {
    fields.map {
      ShownField(name: $0.name, text: $0.text(state, screen), json: $0.json(state))
    }
  }
  public static var initial: State? { nil }
  public static var blank: State? { nil }
  public static func named(_ event: State.Event) -> [String]? { nil }
  public static func owner(_ state: State, _ screen: Screen) -> String? { nil }
  public static func line(_ content: String, of state: State, _ screen: Screen) -> String {
    content
  }
  public static func json(_ state: State, _ screen: Screen) -> [String: JSON.Value] { [:] }
  public static func shown(
    _ event: State.Event, of id: UUID, _ screen: Screen
  ) -> ShownEvent? { nil }

  /// The name under which things of the kind are stored.
  public static var storedKind: String { State.kind }
}

extension KindWords where Screen.Facts == NoFacts {
  public static func facts(_ state: State) -> NoFacts { NoFacts() }
}

/// A kind shown as the properties of its state.
enum PlainKind<State: Entity>: KindWords {
  typealias Screen = PlainScreen

  static var word: String { State.kind }
  static var plural: String { State.kind }
  static var fields: [Field<State, PlainScreen>] { [] }

  static func shownFields(_ state: State, _ screen: PlainScreen) -> [ShownField] {
    Reflection.fields(state)
  }

  static func words(_ state: State, _ screen: PlainScreen) -> String { Reflection.text(state) }

  static func shown(
    _ event: State.Event, of id: UUID, _ screen: PlainScreen
  ) -> ShownEvent? {
    let (name, values) = Reflection.event(event)
    return ShownEvent(verb: name, words: values, json: Reflection.json(event))
  }
}
