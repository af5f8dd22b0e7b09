#if Tools
  import ArgumentParser
  import Daybook
  import DaybookSnapshot
  import Foundation
  import Nursery

  /// The store that a command works on, and how it prints.
  struct StoreArguments: ParsableArguments {
    @Option(name: .long, help: "The directory of the store.")
    var store: String

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    /// Opens an existing store with the days it was built with.
    func open() throws -> EventStore { try open(boundary: boundary(), creates: false) }

    /// Opens the store; one that is new gets days that begin as `boundary` says.
    func open(boundary: DayBoundary, creates: Bool) throws -> EventStore {
      var options = Self.options()
      options.createsStore = creates
      if creates { try Self.makeFolder(store) }
      return try Terminal.activity("opening") {
        try EventStore.open(at: store, schema: .nursery(boundary: boundary), options: options)
      }
    }

    /// The kinds in the store that the nursery does not know; none when the store is the nursery's.
    func strangeKinds() throws -> [String] {
      let known = [BabyProfile.kind, FeedSession.kind, DiaperChange.kind]
      return try openAsStranger().storedKinds().filter { !known.contains($0) }
    }

    /// Opens an existing store without a schema, which writes nothing into it.
    func openAsStranger() throws -> EventStore {
      var options = Self.options()
      options.createsStore = false
      return try Terminal.activity("opening") {
        try EventStore.open(at: store, schema: Schema(), options: options)
      }
    }

    /// What every command opens stores with.
    ///
    /// All pages are looked at first, so that a damaged one is told of and does not end the
    /// process.
    static func options() -> StoreOptions {
      var options = StoreOptions()
      options.process = "daybookctl"
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
      try storedBoundary() ?? DayBoundary(zone: "UTC", hour: 0, minute: 0)
    }

    /// The day boundary of the store's own history; nil when it has none yet.
    func storedBoundary() throws -> DayBoundary? {
      try EventStore.parameters(ofProjection: HistoryGroups.name, at: store, pageChecks: .atOpen)
        .flatMap { try DayBoundary(text: $0) }
    }
  }

  /// Where days begin, when that is not what the store says.
  struct BoundaryArguments: ParsableArguments {
    @Option(name: .long, help: "The time zone, such as Europe/Amsterdam.")
    var zone: String?

    @Option(name: .long, help: "When a day begins, HH:MM.")
    var dayStart: ClockTime?

    /// The boundary asked for; what is not told is as in `stored`.
    func boundary(or stored: DayBoundary) throws -> DayBoundary {
      try DayBoundary(
        zone: zone ?? stored.zone, hour: dayStart?.hour ?? stored.hour,
        minute: dayStart?.minute ?? stored.minute)
    }
  }
#endif
