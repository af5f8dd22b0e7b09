/// An entity as it is stored, without its Swift type.
public struct UntypedEntity: Identifiable, Sendable, Hashable {
  /// The entity.
  public let id: UUID
  /// The time of its first event in canonical order that counts; nil when none does, as when all
  /// are taken back.
  public let created: HybridTime?
  /// The time of its last event in canonical order that counts; nil when none does.
  public let modified: HybridTime?
  /// How many events the log has of it, with those that do not count.
  public let eventCount: Int
  /// Whether its fold has left events out; ``EventStore/quarantine()`` says why.
  public let isQuarantined: Bool
  /// The state as the app that folded it has written it, a payload; nil when there is none, as
  /// after a deletion and for a kind that nobody has folded. A state that only counts as deleted
  /// is here.
  public let state: [UInt8]?

  init(_ id: UUID, _ stored: StoredEntity) {
    self.id = id
    let record = stored.record
    (created, modified) = (Self.time(record.created), Self.time(record.modified))
    eventCount = Int(record.eventCount)
    isQuarantined = record.isQuarantined
    state = stored.state.map { [UInt8]($0) }
  }

  private static func time(_ stored: HybridTime) -> HybridTime? {
    stored == .distantPast ? nil : stored
  }
}
