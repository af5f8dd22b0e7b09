extension History {
  /// One entity of a kind that is known by its name only, at one point of its history.
  public struct AnyVersion: Sendable {
    /// The transaction that touched it.
    public let transaction: Transaction
    /// What that changed of what readers see; nil when nothing.
    public let change: AnyChange?
    /// Whether the entity was there after it.
    public let isThere: Bool
  }

  /// Which event gave a field of an entity's state the value that it has.
  public struct FieldOrigin: Sendable {
    /// The number of the field.
    public let number: Int
    /// What ``PayloadCodable/fieldNames`` calls it; nil where that does not name it.
    public let name: String?
    /// Every occurrence of the field, each with its tag, as it would be stored now.
    public let value: [UInt8]
    /// The position of the event; nil for what was purged.
    public let event: UInt64?
    /// Its transaction; nil for what was purged.
    public let transaction: Transaction?
    /// Whether the event arrived after one that comes later in the canonical order.
    public let isLate: Bool
    /// Whether the field is a flag that is false, and was never true: types that store `false`
    /// write it with the first event, so it has a transaction, and nobody has set it. False for an
    /// optional one, for a field without a name, and for one that is as a purge has left it.
    public let isUntouched: Bool
  }
}
