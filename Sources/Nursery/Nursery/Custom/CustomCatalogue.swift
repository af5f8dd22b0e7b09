public import Daybook

/// The types of custom events in the order in which they were made, and each baby's checklist.
public struct CustomCatalogue: Projection {
  public static let name = "nursery.customCatalogue"
  public static let revision = 2
  /// The types by creation.
  public static let types = ViewTable<Key2<Date, UUID>, CustomEventType>("types", at: 0)
  /// The items of checklists, by baby, place and creation.
  public static let items = ViewTable<Key4<UUID?, Int, Date, UUID>, ChecklistItem>("items", at: 1)
  public static let tables: [any AnyViewTable] = [types, items]

  let calendars: ZoneCalendars

  /// Makes the projection; what is done today is told by the days of `boundary`, and of a baby that
  /// has a zone of its own by its days there.
  ///
  /// No row depends on the boundary: another one rebuilds nothing.
  ///
  /// - Throws: `DayBoundaryError` when the system does not know the zone.
  public init(boundary: DayBoundary) throws(DayBoundaryError) {
    calendars = ZoneCalendars(try DayCalendar(boundary))
  }

  public func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Record<CustomEventType>.self) { change, rows in
      try rows.replace(Self.types, change) {
        (Key2($0.state.value.createdAt, change.id.rawValue), $0.state.value)
      }
    }
    handlers.on(Record<ChecklistItem>.self) { change, rows in
      try rows.replace(Self.items, change) { item in
        let (item, id) = (item.state.value, change.id.rawValue)
        return (Key4(item.baby, item.order, item.createdAt, id), item)
      }
    }
  }
}

extension ProjectionReader where P == CustomCatalogue {
  /// The types in the order in which they were made.
  public func customEventTypes() throws -> [Identified<CustomEventType>] {
    try rows(CustomCatalogue.types).map { Identified(id: $0.key.second, value: $0.row) }
  }

  /// The types with a sign, byte for byte; several when devices made them without knowing of each
  /// other. O(types): a sign may be longer than a key.
  public func customEventTypes(withEmoji emoji: String) throws -> [UUID] {
    try rows(CustomCatalogue.types).filter { $0.row.emoji.utf8.elementsEqual(emoji.utf8) }
      .map(\.key.second)
  }

  /// A baby's checklist in its order. O(log n + items).
  ///
  /// There may be more than `ChecklistItem.limit` when devices placed some at the same time.
  public func checklistItems(of baby: UUID?) throws -> [Identified<ChecklistItem>] {
    try rows(CustomCatalogue.query(CustomCatalogue.items).where(baby)).map {
      Identified(id: $0.key.fourth, value: $0.row)
    }
  }
}
