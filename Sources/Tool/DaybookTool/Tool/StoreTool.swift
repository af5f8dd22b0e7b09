#if Tools
public import ArgumentParser
public import Daybook
public import DaybookSync
import Foundation

/// A command line for the stores of an app.
///
/// ```swift
/// @main struct PantryTool: StoreTool {
///   static let schema = Schema.pantry
/// }
/// ```
/// That is a whole program, with every command that needs no knowledge of the app's domain: `log`,
/// `transactions`, `entity`, `diff`, `as-of`, `kinds`, `entities`, `views`, `view`, `why`, `undo`,
/// `redo`, `import log`, `export log`, `backup`, `sync` and the upkeep of a store. What it shows of
/// an entity are the properties of its state; a tool that has better words for a kind puts them
/// into ``words``.
///
/// A store that another app wrote is shown as it lies in the log, and is never written to by this
/// tool's schema: no view of it is built or replaced.
public protocol StoreTool: SendableMetatype {
  /// How somebody says what a screen shows, such as the time zone.
  associatedtype Look: ParsableArguments = ZoneArguments
  /// What everything on one screen has in common.
  associatedtype Screen: ToolScreen = PlainScreen
  /// What somebody says about a store that is made.
  associatedtype NewStore: NewStoreArguments = PlainNewStore<Self>
  /// What somebody says about a purge, and what the app looks at before it.
  associatedtype Purge: PurgeArguments = PlainPurge

  /// What the program is called; the type's name in lower case without `Tool` unless told.
  static var name: String { get }
  /// One sentence for `--help`.
  static var abstract: String { get }
  /// What `--help` says below it.
  static var discussion: String { get }
  /// What `--version` prints.
  static var version: String { get }
  /// The words for kinds of the schema that have better ones than the names of their properties.
  static var words: [any KindWords<PlainScreen>.Type] { get }
  /// What the app knows. A schema that knows nothing makes a tool for any store, which writes
  /// nothing that a schema is needed for.
  static var schema: Schema { get }
  /// The schema for a store or a backup, where it depends on the parameters of its views, which
  /// `views` gives by their names; ``schema`` unless told.
  static func schema(for views: (String) throws -> String?) throws -> Schema
  /// The zone of the times of a store or a backup; this machine's unless told.
  static func zone(for views: (String) throws -> String?) throws -> TimeZone
  /// Makes the screen that was asked for; nil for what the store says itself.
  ///
  /// - Parameter token: the place in the history that is shown; nil for now.
  static func screen(
    _ look: Look?, of store: EventStore, _ arguments: StoreArguments<Self>,
    asOf token: History.Token?
  ) throws -> Screen
  /// The verbs of `--help`, in groups. ``toolCommands`` unless told; a tool with verbs of its own
  /// puts its groups before them.
  static var commands: [CommandGroup] { get }
  /// What `import` reads beside logs.
  static var importers: [any ParsableCommand.Type] { get }
  /// What `export` writes beside logs.
  static var exporters: [any ParsableCommand.Type] { get }
  /// What `sync` does beside exchanging, such as serving others.
  static var sharers: [any ParsableCommand.Type] { get }
  /// What shows a store elsewhere than at a terminal, such as in a browser; nothing unless told.
  static var inspectors: [any ParsableCommand.Type] { get }
  /// Carries calls to a hub; nil for a tool without a network, which has no `sync hub` then.
  static var hubTransport: (@Sendable (HubText) throws -> any HubTransport)? { get }
  /// Makes the peer of a folder in a bucket or on a server, by its address; nil for a tool without
  /// a network.
  static var remoteFolder:
    (@Sendable (_ address: String, _ options: RemoteFolderOptions) throws -> FolderPeer)?
  { get }
  /// A picture of a link for a camera, as lines for a terminal; nil for a tool that draws none.
  static func picture(of link: String) -> String?
  /// What is told before an existing store is worked on, such as that nobody has said where its
  /// days begin; nil, which it is unless told, for nothing.
  ///
  /// - Parameter command: writes a command for the store as somebody would type it.
  static func notice(
    for views: (String) throws -> String?, _ command: (String) -> String
  ) throws -> String?
  /// The words of a command line as the parser is to see them, where a word that begins with a dash
  /// is no option; as they are unless told.
  static func arguments(_ words: [String]) -> [String]
  /// What is wrong with the variables of the environment; nil when nothing is.
  static var environmentProblem: String? { get }
  /// The row of a view that somebody asks `why` about in words of the tool's own, such as `today's
  /// milk`; nil, which it is unless told, where there are no such words.
  ///
  /// - Throws: ``BadText`` for words that name no row.
  static func row(
    named words: String, _ store: EventStore, _ screen: Screen
  ) throws -> NamedRow?
  /// For which rows the tool has words and how they are written, for the help of `why`; nil, which
  /// it is unless told, says nothing.
  static var rowWords: String? { get }
  /// What a row of a view says, such as `2 feeds, 240 mL`; nil, which it is unless told, shows its
  /// properties.
  static func words(of row: any PayloadCodable, _ screen: Screen) -> String?
  /// What a thing is called where a row refers to it, such as `Noor`; nil, which it is unless told,
  /// shows its own words, where these are few, and the beginning of its identifier.
  static func name(of id: UUID, _ screen: Screen) -> String?
  /// What `stats` tells of a store beside what every store has.
  static func statistics(_ store: EventStore, _ screen: Screen) throws -> [Statistic]
  /// The exit status of an error of the tool's own; nil leaves it to the library.
  static func exitStatus(of error: any Error) -> ExitStatus?
}

extension StoreTool {
  public static var name: String {
    let type = "\(self)"
    return (type.hasSuffix("Tool") ? String(type.dropLast(4)) : type).lowercased()
  }
  public static var abstract: String { "Shows the stores of an app and looks after them." }
  public static var discussion: String {
    "With DAYBOOK_STORE set to the directory of a store, no command needs --store."
  }
  public static var version: String { "" }
  public static var words: [any KindWords<PlainScreen>.Type] { [] }
  public static func schema(for views: (String) throws -> String?) throws -> Schema { schema }
  public static func zone(for views: (String) throws -> String?) throws -> TimeZone { .current }
  public static var importers: [any ParsableCommand.Type] { [] }
  public static var exporters: [any ParsableCommand.Type] { [] }
  public static var sharers: [any ParsableCommand.Type] { [] }
  public static var inspectors: [any ParsableCommand.Type] { [] }
  public static func picture(of link: String) -> String? { nil }
  public static var hubTransport: (@Sendable (HubText) throws -> any HubTransport)? { nil }
  public static var remoteFolder: (@Sendable (String, RemoteFolderOptions) throws -> FolderPeer)? {
    nil
  }
  public static func notice(
    for views: (String) throws -> String?, _ command: (String) -> String
  ) throws -> String? { nil }
  public static func arguments(_ words: [String]) -> [String] { words }
  public static var environmentProblem: String? { nil }
  public static func statistics(_ store: EventStore, _ screen: Screen) throws -> [Statistic] { [] }
  public static func row(
    named words: String, _ store: EventStore, _ screen: Screen
  ) throws -> NamedRow? { nil }
  public static var rowWords: String? { nil }
  public static func words(of row: any PayloadCodable, _ screen: Screen) -> String? { nil }
  public static func name(of id: UUID, _ screen: Screen) -> String? { nil }
  public static func exitStatus(of error: any Error) -> ExitStatus? { nil }

  /// Whether the tool knows no schema and so works on any store.
  static var isForAnyStore: Bool { schema.entityTypes.isEmpty && schema.projections.isEmpty }

  /// What every command opens stores with.
  ///
  /// All pages are looked at first, so that a damaged one is told of and does not end the
  /// process. Samples are not, also in debug builds: `verify` and `doctor` say what is wrong.
  public static var storeOptions: StoreOptions {
    var options = StoreOptions()
    options.process = name
    if let fixed = Surroundings.current.fixedClock { options.now = fixed }
    options.pageChecks = .atOpen
    options.readsSamples = false
    return options
  }

  /// What carries calls to a hub.
  static func transport(to hub: HubText) throws -> any HubTransport {
    guard let hubTransport else { throw NameError("\(name) was built without a network") }
    return try hubTransport(hub)
  }
}

extension StoreTool where Screen == PlainScreen, Look == ZoneArguments {
  public static func screen(
    _ look: ZoneArguments?, of store: EventStore, _ arguments: StoreArguments<Self>,
    asOf token: History.Token?
  ) throws -> PlainScreen {
    PlainScreen(
      schema, words: words,
      zone: try look?.timeZone() ?? zone(for: store.parameters))
  }
}

/// What somebody says about a store that is made.
public protocol NewStoreArguments: ParsableArguments {
  /// The schema that the store is made with.
  ///
  /// - Parameter views: gives the parameters of views where the store is made of another's log;
  ///   nil for what that had none of.
  func schema(for views: (String) throws -> String?) throws -> Schema
  /// What is told of it, such as `with days of Europe/Amsterdam from 07:00 on`; nil for nothing.
  func words(for views: (String) throws -> String?) throws -> String?
}

/// Nothing to say: the store is made with the tool's schema.
public struct PlainNewStore<Tool: StoreTool>: NewStoreArguments {
  public init() {}
  public func schema(for views: (String) throws -> String?) throws -> Schema {
    try Tool.schema(for: views)
  }
  public func words(for views: (String) throws -> String?) throws -> String? { nil }
}

/// What somebody says about a purge beside where it ends.
public protocol PurgeArguments: ParsableArguments {
  /// Looks whether a purge would take something that the app still needs, which nobody could bring
  /// back.
  ///
  /// - Parameters:
  ///   - token: everything up to its transaction would go.
  ///   - command: writes a command for the store as somebody would type it.
  /// - Throws: ``NameError`` with what would be lost and the ways out; then nothing is purged.
  func check(
    _ reader: borrowing Reader, through token: History.Token, _ command: (String) -> String) throws
}

/// Nothing to say: whatever a purge takes, it takes.
public struct PlainPurge: PurgeArguments {
  public init() {}
  public func check(
    _ reader: borrowing Reader, through token: History.Token, _ command: (String) -> String
  ) throws {}
}

/// A line of `stats`.
public struct Statistic: Sendable {
  let label: String
  let text: String
  let json: [String: JSON.Value]

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - label: what it tells, for people.
  ///   - text: the value, for people.
  ///   - json: the same for programs; several lines may tell parts of one key's object.
  public init(_ label: String, _ text: String, json: [String: JSON.Value]) {
    self.label = label
    self.text = text
    self.json = json
  }
}
#endif
