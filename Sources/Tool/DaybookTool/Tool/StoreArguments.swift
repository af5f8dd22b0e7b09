#if Tools
public import ArgumentParser
public import Daybook
import DaybookSnapshot
import Foundation
import Interchange

/// A command that works on a store.
public protocol StoreCommand: ParsableCommand {
  associatedtype Tool: StoreTool
  /// The store, and how the command prints.
  var arguments: StoreArguments<Tool> { get }
  /// Whether its argument is a name, which may have blanks: whoever types one without quotes is
  /// told that it needs them. False, which it is unless told, also for an id and for a word of the
  /// tool's own.
  static var takesName: Bool { get }
  /// Makes sure that somebody says where the store is, where the command needs one.
  ///
  /// - Throws: `ValidationError` when nobody does.
  func requirePath() throws
}

extension StoreCommand {
  public static var takesName: Bool { false }
  public func requirePath() throws { try arguments.requirePath() }
}

/// The store that a command works on, and how it prints.
public struct StoreArguments<Tool: StoreTool>: ParsableArguments, Sendable {
  @Option(
    name: .long, help: "The directory of the store; DAYBOOK_STORE unless told.",
    completion: .directory)
  public var store: String?

  @Flag(name: .long, help: "Print JSON.")
  public var json = false

  @Flag(name: .long, help: "Print JSON with one object a line, lists row by row.")
  public var jsonLines = false

  public init() {}

  /// The directory of the store.
  public var path: String { store ?? Surroundings.current.store ?? "" }

  /// Whether the output is for programs.
  public var printsJSON: Bool { json || jsonLines }

  public func validate() throws {
    if let problem = Surroundings.current.problem ?? Tool.environmentProblem {
      throw ValidationError(problem)
    }
  }

  /// A command for this store as somebody would type it.
  public func command(_ words: String) -> String {
    let named = store.map { " --store \($0.quotedPath)" } ?? ""
    return "\(Tool.name) \(words)\(named)"
  }

  /// The same of a command that takes a name, which may begin with a dash.
  func commandNaming(_ name: String, after words: String) -> String {
    name.hasPrefix("-")
      ? "\(command(words)) -- \(name.quoted)" : command("\(words) \(name.quoted)")
  }

  /// - Throws: `ValidationError` when nobody says where the store is.
  public func requirePath() throws {
    if path.isEmpty {
      throw ValidationError("say where the store is: --store DIR, or set DAYBOOK_STORE")
    }
  }
}

// MARK: - Opening

extension StoreArguments {
  /// Whether there is a store.
  public var isThere: Bool { FileManager.default.fileExists(atPath: path + "/data.mdb") }

  /// Whether there is a store, and not only a file without anything in it.
  public func holdsStore() throws -> Bool {
    guard isThere else { return false }
    do { try openAsStranger().close() } catch let error as StoreError
      where error.code == .noSuchStore
    {
      return false
    }
    return true
  }

  /// Looks whether there is a store, and whether this user may read it.
  ///
  /// - Throws: `StoreError.noSuchStore`, or a sentence of the system.
  public func requireStore() throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      if access(path, F_OK) != 0, errno == EACCES {
        throw StoreError(.noSuchStore, "you may not enter a folder above \(path)")
      }
      if let link = StoreFolder.brokenLink(in: path) { throw StoreError(.noSuchStore, link) }
      throw StoreError(
        .noSuchStore, "there is no store at \(path): nothing is \(place); \(wayToMake)")
    }
    // What is no folder the engine tells.
    guard isFolder.boolValue else { return }
    let data = path + "/data.mdb"
    if access(path, R_OK | X_OK) != 0 || access(data, F_OK) == 0 && access(data, R_OK) != 0 {
      throw StoreError(.noSuchStore, "you may not read the store at \(path)")
    }
    // A journal without its data file the engine tells.
    guard isThere || access(path + "/journal", F_OK) == 0 else {
      throw StoreError(
        .noSuchStore,
        "there is no store at \(path): the folder \(place) holds none; \(wayToMake)")
    }
  }

  /// Why the log of a store has nothing.
  func whyNothing(in store: EventStore) throws -> String {
    let purged = try store.read { try $0.oldestToken().number }
    return switch purged {
    case 0: "Nothing was written yet."
    case 1: "Transaction 1 was purged, and nothing was written since."
    default: "All \(purged) transactions were purged, and nothing was written since."
    }
  }

  /// Where the path leads, which a relative one does not say.
  private var place: String {
    path.hasPrefix("/") ? "there" : "at \(URL(atPath: path).standardizedFileURL.path)"
  }

  /// What to look at where no store is, and how one gets there.
  private var wayToMake: String {
    let check = store == nil ? "check DAYBOOK_STORE" : "check the path"
    let makes = Tool.commands.contains { group in
      group.subcommands.contains { $0.configuration.commandName == "new" }
    }
    if makes, StoreFolder.stranger(in: path) != nil {
      var other = self
      other.store = StoreFolder.ownFolder(in: path)
      return "\(check), or make a new store in a folder for itself: \(other.command("new"))"
    }
    return makes
      ? "\(check), or make a new store there: \(command("new"))"
      : "\(check); an app makes a store, and so does a log: \(command("import log FILE"))"
  }

  /// Opens an existing store with the tool's schema.
  ///
  /// - Throws: ``ForeignStore`` for a store of another app, of which nothing is opened.
  public func open() throws -> EventStore {
    try requireStore()
    return try open(makingIDsFor: "minted \(path)") { contents in
      let schema = try known(Tool.schema(for: contents.parameters), contents)
      if let notice = try Tool.notice(for: contents.parameters, command) {
        Terminal.error(notice)
      }
      return schema
    }
  }

  /// Opens an existing store: with the schema when it is one of the app's, else without any, which
  /// writes nothing into it.
  public func openAny() throws -> EventStore {
    try openAny { !$0.isForeign }
  }

  /// The same, with the schema when `isKnown` says so of what is strange to it.
  func openAny(where isKnown: (StrangeContents) -> Bool) throws -> EventStore {
    try requireStore()
    return try open(makingIDsFor: "minted \(path)") { contents in
      if Tool.isForAnyStore { return Schema() }
      let schema = try Tool.schema(for: contents.parameters)
      return isKnown(StrangeContents(contents, to: schema)) ? schema : Schema()
    }
  }

  /// Opens the store, or makes it, and the folders around it for this user alone.
  ///
  /// - Parameter schema: gives the schema for the parameters of stored views.
  /// - Throws: ``ForeignStore`` for a store of another app, of which nothing is opened.
  public func make(
    with schema: (_ views: (String) -> String?) throws -> Schema
  ) throws -> EventStore {
    try checkPlace()
    return try makeThere(with: schema)
  }

  /// The same in a place that was looked at.
  private func makeThere(
    with schema: (_ views: (String) -> String?) throws -> Schema
  ) throws -> EventStore {
    try StoreFolder.make(path)
    return try open(makingIDsFor: "store", creates: true) { contents in
      try known(schema(contents.parameters), contents)
    }
  }

  /// Makes the store where there is none, as `make` does. Of several processes that do so at once,
  /// one makes it, and the others find it. When making it fails, as on a full disk, nothing is left
  /// of it.
  ///
  /// - Throws: ``CannotWrite`` where there is one.
  public func makeNew(
    with schema: (_ views: (String) -> String?) throws -> Schema
  ) throws -> EventStore {
    try checkPlace()
    try StoreFolder.make(path)
    let lock = DraftLock(folder: path)
    defer { extendLifetime(lock) }
    guard try !holdsStore() else { throw CannotWrite("there is a store at \(path) already") }
    let isFree = !isThere && access(path + "/journal", F_OK) != 0
    do { return try makeThere(with: schema) } catch {
      guard isFree else { throw error }
      StoreFolder.removeHalfMade(path)
      guard let full = error as? StoreError, full.code == .diskFull else { throw error }
      throw StoreError(.diskFull, StoreFolder.lackOfRoom(path), cause: full)
    }
  }

  /// Makes sure that a store is there, or may be made: before somebody is asked, or waits, for what
  /// is to be in it.
  ///
  /// - Throws: ``CannotWrite`` where a new store would be in the folder of another one, among
  ///   backups, or among other files.
  public func checkPlace() throws {
    if isThere { return }
    try StoreFolder.refuseNew(path)
    if let backups = try? Backup(path).list(), !backups.isEmpty {
      throw CannotWrite(
        "\(path) holds backups, and a store among them is lost with them: give another folder")
    }
    // In a folder for itself nobody else's files are lost with it, or it with them.
    guard let other = StoreFolder.stranger(in: path) else { return }
    throw CannotWrite(
      "\(path) holds \(other) already, and a store has a folder for itself: give another one, such "
        + "as \(StoreFolder.ownFolder(in: path).quotedPath)")
  }

  private func known(_ schema: Schema, _ contents: StoreContents) throws -> Schema {
    let strange = StrangeContents(contents, to: schema)
    if strange.isForeign, !Tool.isForAnyStore { throw ForeignStore(path, strange.kinds) }
    return schema
  }

  /// Opens an existing store without a schema, which writes nothing into it.
  func openAsStranger() throws -> EventStore {
    try requireStore()
    return try open { _ in Schema() }
  }

  private func open(
    makingIDsFor purpose: String? = nil, creates: Bool = false,
    choosing schema: (StoreContents) throws -> Schema
  ) throws -> EventStore {
    var options = Tool.storeOptions
    if let purpose { options.makeID = Surroundings.current.identities(for: purpose) }
    options.createsStore = creates
    let store = try Terminal.activity("opening") {
      do { return try EventStore.open(at: path, options: options, choosing: schema) } catch let
        error as StoreError where error.code == .noSuchStore && !creates
      {
        throw StoreError(.noSuchStore, "\(error.message); \(wayToMake)")
      }
    }
    tell(store.recovery)
    return store
  }

  /// Says what somebody may miss in a store whose files were taken apart.
  private func tell(_ recovery: StoreRecovery?) {
    switch recovery {
    case .journalMissing:
      Terminal.error(
        "note: \(path)/data.mdb was taken away from its journal while it was in use; after a power "
          + "cut its last entries may be missing: if you have that journal, put both back together")
    case .journalForeign:
      Terminal.error(
        "note: the journal in \(path) is of another data.mdb, and is called journal.foreign now; "
          + "what it holds is not in this store")
    case .redone, nil: break
    }
  }

  /// Opens an existing store, and makes the screen that was asked for.
  public func open(
    _ look: Tool.Look, asOf token: History.Token? = nil
  ) throws -> (store: EventStore, screen: Tool.Screen) {
    let store = try open()
    return (store, try Tool.screen(look, of: store, self, asOf: token))
  }

  /// Opens an existing store with the screen that it says itself.
  public func openScreen() throws -> (store: EventStore, screen: Tool.Screen) {
    let store = try open()
    return (store, try Tool.screen(nil, of: store, self, asOf: nil))
  }

  // MARK: Printing

  /// Prints an object.
  public func print(json object: some Encodable) throws {
    try JSON.print(object, onOneLine: jsonLines)
  }

  /// Prints a list with what belongs to all of it, and what is to be said of times; with
  /// `--json-lines` only its rows, one a line.
  public func print(
    json name: String, _ rows: [[String: JSON.Value]], with more: [String: JSON.Value] = [:]
  ) throws {
    if jsonLines {
      for row in rows { try JSON.print(row, onOneLine: true) }
    } else {
      let object = more.merging(TimeNotes.json) { _, new in new }
      try JSON.print(object.merging([name: .list(rows.map { .object($0) })]) { _, new in new })
    }
  }
}
#endif
