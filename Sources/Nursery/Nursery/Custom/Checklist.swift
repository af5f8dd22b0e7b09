public import Daybook

/// Which events count as done today.
public enum ChecklistWindow: Sendable, Hashable {
  /// Those of the logical day.
  case day
  /// Those since the logical day began, later days included: BabyDashboard's rule.
  case sinceDayBegan
}

/// An item of a checklist and whether it is done.
public struct ChecklistLine: Identifiable, Hashable, Sendable, Codable {
  /// The item.
  public let id: UUID
  /// What is to be done.
  public let item: ChecklistItem
  /// The newest event by which it is done; nil when it is not.
  public let event: UUID?

  /// Whether it is done.
  public var isDone: Bool { event != nil }

  /// Makes a line of its parts.
  public init(id: UUID, item: ChecklistItem, event: UUID?) {
    self.id = id
    self.item = item
    self.event = event
  }
}

extension StoreReading where Self: ~Copyable & ~Escapable {
  /// A baby's checklist as it stands on the logical day of `now`.
  ///
  /// Days begin where the schema says, in the baby's zone if it has one. O(items · log n).
  ///
  /// - Throws: as `view`, for `CustomCatalogue` and `LastEntries`.
  public func checklist(
    of baby: UUID?, at now: Date, counting window: ChecklistWindow = .day
  ) throws -> [ChecklistLine] {
    try view(CustomCatalogue.self).checklistItems(of: baby).map { item in
      ChecklistLine(
        id: item.id, item: item.value, event: try event(of: item.value, at: now, window))
    }
  }

  /// The newest event by which an item is done.
  func event(of item: ChecklistItem, at now: Date, _ window: ChecklistWindow) throws -> UUID? {
    let zone = try item.baby.flatMap { try entity(BabyProfile.self, $0) }?.zone
    let calendar = try view(CustomCatalogue.self).projection.calendars[zone]
    let today = calendar.day(of: now)
    let events = LastEntries.all.where(.customEvent, item.baby)
      .where(LastKey.typeText(item.emoji))
      .from(calendar.start(of: today) ?? now)
    var found: UUID?
    try view(LastEntries.self).forEach(events.descending) { key, _ in
      let counts = window == .sinceDayBegan || calendar.day(of: key.start) == today
      if counts { found = key.id }
      return !counts
    }
    return found
  }
}
