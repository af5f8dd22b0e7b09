import ArgumentParser
import Daybook
import DaybookSnapshot
import Foundation
import Interchange
import Nursery

/// A command that works on a store.
protocol StoreCommand: ParsableCommand {
  var arguments: StoreArguments { get }
}

/// The store that a command works on, and how it prints.
struct StoreArguments: ParsableArguments {
  @Option(
    name: .long, help: "The directory of the store; DAYBOOK_STORE unless told.",
    completion: .directory)
  var store: String?

  @Flag(name: .long, help: "Print JSON.")
  var json = false

  @Flag(name: .long, help: "Print JSON with one object a line, lists row by row.")
  var jsonLines = false

  /// The directory of the store.
  var path: String { store ?? Surroundings.current.store ?? "" }

  var printsJSON: Bool { json || jsonLines }

  func validate() throws {
    if let problem = Surroundings.current.problem { throw ValidationError(problem) }
  }

  /// A command for this store as somebody would type it.
  func command(_ words: String) -> String {
    let named = store.map { " --store \($0.quoted)" } ?? ""
    return "daybookctl \(words)\(named)"
  }

  /// - Throws: `ValidationError` when nobody says where the store is.
  func requirePath() throws {
    if path.isEmpty {
      throw ValidationError("say where the store is: --store DIR, or set DAYBOOK_STORE")
    }
  }

  /// Looks whether there is a store, and whether this user may read it.
  ///
  /// - Throws: `StoreError.noSuchStore`, or a sentence of the system.
  private func requireStore() throws {
    var isFolder: ObjCBool = false
    let files = FileManager.default
    guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw StoreError(.noSuchStore, "there is no store at \(path)")
    }
    // What is no folder the engine tells.
    guard isFolder.boolValue else { return }
    let data = path + "/data.mdb"
    if access(path, R_OK | X_OK) != 0 || access(data, F_OK) == 0 && access(data, R_OK) != 0 {
      throw StoreError(.noSuchStore, "you may not read the store at \(path)")
    }
    guard files.fileExists(atPath: data) else {
      throw StoreError(.noSuchStore, "there is no store at \(path); the folder holds none")
    }
  }

  /// Opens an existing store with the days it was built with.
  func open() throws -> EventStore { try open(boundary: boundary(), creates: false) }

  /// Opens the store; one that is new gets days that begin as `boundary` says.
  func open(boundary: DayBoundary, creates: Bool) throws -> EventStore {
    var options = Self.options()
    options.makeID =
      creates
      ? Surroundings.current.identities(of: path)
      : Surroundings.current.identities(for: "minted \(path)")
    options.createsStore = creates
    if creates { try Self.makeFolder(path) } else { try requireStore() }
    return try Terminal.activity("opening") {
      try EventStore.open(
        at: path, schema: .nursery(boundary: boundary).importing(), options: options)
    }
  }

  /// The kinds in the store that the nursery does not know; none when the store is the nursery's.
  func strangeKinds() throws -> [String] {
    let known = Kinds.all.map { $0.storedKind } + ImportKinds.stored + [SpaceStatement.kind]
    return try openAsStranger().storedKinds().filter { !known.contains($0) }
  }

  /// Opens an existing store without a schema, which writes nothing into it.
  func openAsStranger() throws -> EventStore {
    try requireStore()
    var options = Self.options()
    options.createsStore = false
    return try Terminal.activity("opening") {
      try EventStore.open(at: path, schema: Schema(), options: options)
    }
  }

  /// What every command opens stores with.
  ///
  /// All pages are looked at first, so that a damaged one is told of and does not end the
  /// process.
  static func options() -> StoreOptions {
    var options = StoreOptions()
    options.process = "daybookctl"
    if let fixed = Surroundings.current.fixedClock { options.now = fixed }
    options.pageChecks = .atOpen
    return options
  }

  /// Makes a folder and those around it, unless it is there, for this user alone.
  static func makeFolder(_ path: String) throws {
    do throws(SnapshotError) { try AtomicFolder(path: path).make() } catch {
      throw CannotWrite(error.message)
    }
  }

  /// The day boundary of the store's own history, or UTC's midnight when it has none yet.
  func boundary() throws -> DayBoundary {
    try requireStore()
    return try storedBoundary() ?? DayBoundary(zone: "UTC", hour: 0, minute: 0)
  }

  /// The day boundary of the store's own history; nil when it has none yet.
  func storedBoundary() throws -> DayBoundary? {
    try EventStore.parameters(ofProjection: HistoryGroups.name, at: path, pageChecks: .atOpen)
      .flatMap { try DayBoundary(text: $0) }
  }
}

/// Zone, days and unit of a screen, when they are not those of the store.
struct ScreenArguments: ParsableArguments {
  @Option(name: .long, help: "The time zone, such as Europe/Amsterdam; the store's unless told.")
  var zone: String?

  @Option(
    name: .long, help: "When a day begins, HH:MM; as the store says unless told.",
    transform: Typed.clock)
  var dayStart: ClockTime?

  @Option(
    name: .long,
    help: "The unit of amounts: \(VolumeUnit.words); DAYBOOK_UNIT or ml unless told.",
    transform: Typed.unit)
  var unit: VolumeUnit = Surroundings.current.unit

  /// The boundary asked for; what is not told is as in `stored`.
  func boundary(or stored: DayBoundary) throws -> DayBoundary {
    try DayBoundary(
      zone: zone ?? stored.zone, hour: dayStart?.hour ?? stored.hour,
      minute: dayStart?.minute ?? stored.minute)
  }
}

extension StoreArguments {
  /// Opens an existing store, and makes the screen that was asked for.
  func open(
    _ screen: ScreenArguments, asOf token: History.Token? = nil
  ) throws -> (store: EventStore, screen: Screen) {
    let stored = try boundary()
    let wanted = try screen.boundary(or: stored)
    let store = try open(boundary: stored, creates: false)
    return (
      store,
      try Screen(
        Babies(store, self, asOf: token), boundary: wanted, unit: screen.unit)
    )
  }

  /// Opens an existing store with the screen that it says itself.
  func openScreen() throws -> (store: EventStore, screen: Screen) {
    let stored = try boundary()
    let store = try open(boundary: stored, creates: false)
    return (store, try Screen(Babies(store, self), boundary: stored))
  }
}

extension EventStore {
  /// Reads the history by the days of a screen: as stored, or built for this once, perhaps as it
  /// was after a transaction.
  func history<R: Sendable>(
    _ screen: Screen, asOf token: History.Token? = nil,
    _ body: @escaping @Sendable (borrowing ProjectionReader<HistoryGroups>) throws -> R
  ) throws -> R {
    let boundary = screen.boundary
    if let token {
      return try preview(try HistoryGroups(boundary: boundary), asOf: token, body)
    }
    let stored: R? = try read { reader in
      let view = try reader.view(HistoryGroups.self)
      return view.projection.boundary == boundary ? try body(view) : nil
    }
    if let stored { return stored }
    return try Terminal.activity("grouping by other days") {
      try preview(try HistoryGroups(boundary: boundary), body)
    }
  }
}
