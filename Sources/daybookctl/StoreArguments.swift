#if Tools
  import ArgumentParser
  import Daybook
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
      var options = StoreOptions()
      options.createsStore = creates
      options.process = "daybookctl"
      return try EventStore.open(at: store, schema: .nursery(boundary: boundary), options: options)
    }

    /// The day boundary of the store's own history.
    func boundary() throws -> DayBoundary {
      let name = HistoryGroups.name
      let stored = try EventStore.parameters(ofProjection: name, at: store)
      return try stored.flatMap { try DayBoundary(text: $0) }
        ?? DayBoundary(zone: "UTC", hour: 0, minute: 0)
    }
  }

  /// Where days begin, when that is not what the store says.
  struct BoundaryArguments: ParsableArguments {
    @Option(name: .long, help: "The time zone, such as Europe/Amsterdam.")
    var zone: String?

    @Option(name: .long, help: "When a day begins, HH:MM.")
    var dayStart: String?

    /// The boundary asked for; what is not told is as in `stored`.
    func boundary(or stored: DayBoundary) throws -> DayBoundary {
      let clock = try dayStart.map(Self.clock) ?? (stored.hour, stored.minute)
      return try DayBoundary(zone: zone ?? stored.zone, hour: clock.0, minute: clock.1)
    }

    private static func clock(_ text: String) throws -> (Int, Int) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]) else {
        throw ValidationError("--day-start takes HH:MM, such as 07:00, not \(text)")
      }
      return (hour, minute)
    }
  }
#endif
