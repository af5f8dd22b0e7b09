public import Daybook

/// How far the way from an old store to this one has come.
///
/// Kept in the log, so that it changes in the commit of what it speaks of.
public struct MigrationState: Entity, FieldPayload, Sendable {
  public typealias Event = MigrationEvent

  /// Which of the two stores an app reads and writes.
  public enum Phase: UInt64, Codable, Sendable {
    /// The old one; this one follows it.
    case following
    /// This one; the old one is kept as it was.
    case switched
    /// The old one again.
    case backedOut
    /// This one for good.
    case finished
  }

  public static let kind = "import.migration"
  public static let propertyNames = [
    1: "provider", 2: "instance", 3: "phase", 4: "position", 5: "changed",
  ]

  /// The program that the old store belongs to.
  public var provider = ""
  /// Which installation of it.
  public var instance = ""
  /// Which store leads.
  public var phase = Phase.following
  /// Where the history of the old store stood when it was read last.
  public var position = ""
  /// When the phase began.
  public var changed = Date(timeIntervalSinceReferenceDate: 0)

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &provider)
    try field(2, &instance)
    var code = phase.rawValue
    try field(3, &code)
    // A phase that a later version knows was reached by it, so this one leads.
    phase = Phase(rawValue: code) ?? .finished
    try field(4, &position)
    try field(5, &changed)
  }

  /// Which store the app is to read and write.
  public var leader: Migration.Leader {
    switch phase {
    case .switched, .finished: .new
    case .following, .backedOut: .old
    }
  }

  /// The last event in canonical order tells the phase.
  public static func fold(_ state: inout MigrationState?, _ event: MigrationEvent) {
    switch event {
    case .followed(let step):
      state = state ?? step
      state?.position = step.position
    case .moved(let step): state = step
    }
  }
}

/// What can happen to a migration.
public enum MigrationEvent: EntityEvent, Equatable {
  /// The old store was read up to a position.
  case followed(MigrationState)
  /// A phase began.
  case moved(MigrationState)

  public static let types = [
    EventType("import.migration.followed"), EventType("import.migration.moved"),
  ]

  public var typeIndex: Int {
    switch self {
    case .followed: 0
    case .moved: 1
    }
  }

  public func encode(into writer: inout PayloadWriter) {
    switch self {
    case .followed(let state), .moved(let state): state.encode(into: &writer)
    }
  }

  public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    let state = try MigrationState(from: &reader)
    return typeIndex == 0 ? .followed(state) : .moved(state)
  }
}
