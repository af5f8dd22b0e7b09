public import Daybook

/// The settings and what was used last.
public struct CurrentSettings: Projection {
  public static let name = "nursery.currentSettings"
  public static let revision = 2
  /// The settings, by the identifier of the entity.
  public static let settings = ViewTable<UUID, AppSettings>("settings", at: 0)
  /// What was used last, by the beginnings of kind and type.
  public static let lastUsed = ViewTable<Key3<String, String, UUID>, LastUsedValues>(
    "lastUsed", at: 1)
  public static let tables: [any AnyViewTable] = [settings, lastUsed]

  /// Makes the projection; it has no parameters.
  public init() {}

  public func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Record<AppSettings>.self) { change, rows in
      try rows.replace(Self.settings, change) { (change.id.rawValue, $0.state.value) }
    }
    handlers.on(Record<LastUsedValues>.self) { change, rows in
      try rows.replace(Self.lastUsed, change) {
        let value = $0.state.value
        return (LastUsedValues.key(value.kindName, value.type, change.id.rawValue), value)
      }
    }
  }
}

extension ProjectionReader where P == CurrentSettings {
  /// The settings; the defaults while nobody changed any.
  public func settings() throws -> AppSettings {
    try row(CurrentSettings.settings, AppSettings.entityID) ?? AppSettings()
  }

  /// What was used last for a kind and type; nil when nothing was. O(log n).
  public func lastUsed(_ kind: EntryKind, type: String = "") throws -> LastUsedValues? {
    try row(
      CurrentSettings.lastUsed,
      LastUsedValues.key(kind.entity.kind, type, LastUsedValues.entityID(kind, type: type)))
  }

  /// What was used last, of every kind and type.
  public func allLastUsed() throws -> [LastUsedValues] {
    try rows(CurrentSettings.lastUsed).map(\.row)
  }
}

extension LastUsedValues {
  /// The key of a row, with as much of the texts as keys have room for; the identifier tells apart
  /// what begins alike.
  fileprivate static func key(
    _ kindName: String, _ type: String, _ id: UUID
  ) -> Key3<String, String, UUID> {
    Key3(kindName.prefix(utf8: 40), LastKey.typeText(type), id)
  }
}
