extension History {
  /// One save: who made it, when, and which events it holds.
  public struct Transaction: Sendable {
    /// The place in the history right after it.
    public let token: Token
    /// Its identity on every store.
    public let dot: Dot
    /// The author that the append named.
    public let author: String?
    /// The context that the append named: why, or by what means.
    public let context: String?
    /// The name of the process that wrote it, from `StoreOptions.process`.
    public let process: String?
    /// When, by the writer's wall clock.
    public let wallTime: Date
    /// When, by the hybrid logical clock.
    public let time: HybridTime
    /// The time of its events in the canonical order; earlier than `time` for imports of old
    /// records.
    public let stampTime: HybridTime
    /// The version of the schema that it was written with; 0 when that had none.
    public let schemaVersion: Int
    /// Whether it came from another replica.
    public let isRemote: Bool
    /// Whether a later transaction took it back.
    public let isRetracted: Bool
    /// Whether it counts for nothing, because its writer was cut before it, or may only read.
    public let isVoid: Bool
    /// The positions of its events.
    public let positions: Range<UInt64>

    /// Its local number, from 1.
    public var number: UInt64 { token.number }
  }

  /// One stored event, as it was written.
  public struct Event: Sendable {
    /// Its local number, from 1, in order of arrival.
    public let position: UInt64
    /// The local number of its transaction.
    public let transaction: UInt64
    /// The kind of its entity; empty for the engine's own events.
    public let kind: String
    /// The entity.
    public let entity: UUID
    /// Name and version.
    public let type: EventType
    /// The payload, byte for byte.
    public let payload: [UInt8]
  }
}
