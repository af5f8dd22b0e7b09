extension History {
  /// An event of one entity without its Swift type, and what becomes of it when the entity is
  /// folded.
  public struct UntypedEvent: Identifiable, Sendable {
    /// The event as it was written.
    public let event: Event
    /// The time of its place in the canonical order.
    public let time: HybridTime
    /// Whether its transaction was taken back.
    public let isRetracted: Bool
    /// Whether its transaction counts for nothing, because its writer was cut before it, or may
    /// only read.
    public let isVoid: Bool
    /// Whether it arrived after an event that comes later in the canonical order.
    public let isLate: Bool
    /// Why the fold left it out; nil when it did not.
    public let failure: String?

    /// Its position.
    public var id: UInt64 { event.position }
    /// Whether the fold takes it in.
    public var counts: Bool { !isRetracted && !isVoid && failure == nil }
  }
}
