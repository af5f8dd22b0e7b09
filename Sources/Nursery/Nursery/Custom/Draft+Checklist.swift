public import Daybook

extension Draft {
  /// Places a type on a baby's checklist, after what is there.
  ///
  /// - Throws: `NurseryError.noSuchEventType`, and as the other `addChecklistItem`.
  @discardableResult
  public mutating func addChecklistItem(
    _ type: UUID, of baby: UUID, at createdAt: Date, id: UUID = UUID()
  ) throws -> UUID {
    guard let type = try value(CustomEventType.self, type) else {
      throw NurseryError.noSuchEventType(type)
    }
    return try placeChecklistItem(type.name, type.emoji, of: baby, at: createdAt, id: id)
  }

  /// Places an item on a baby's checklist, after what is there.
  ///
  /// - Throws: `NurseryError.maximumItemsReached` when the baby has `ChecklistItem.limit` already,
  ///   else `duplicateEmoji` when its list has the sign, byte for byte; `invalidName` and
  ///   `invalidEmoji` when nothing is there but white space; `invalid` for a name or a sign that is
  ///   too long, an unknown baby, an identifier in use and a time that is none.
  @discardableResult
  public mutating func addChecklistItem(
    name: String, emoji: String, of baby: UUID, at createdAt: Date, id: UUID = UUID()
  ) throws -> UUID {
    try EntryRules.checkLength(of: trimmed(name))
    try EntryRules.checkLength(of: trimmed(emoji), EntryProblem.signTooLong)
    return try placeChecklistItem(name, emoji, of: baby, at: createdAt, id: id)
  }

  /// Places an item whose name and sign may be of any length.
  private mutating func placeChecklistItem(
    _ name: String, _ emoji: String, of baby: UUID, at createdAt: Date, id: UUID
  ) throws -> UUID {
    let (name, emoji) = (trimmed(name), trimmed(emoji))
    if name.isEmpty { throw NurseryError.invalidName }
    if emoji.isEmpty { throw NurseryError.invalidEmoji }
    if let problem = try problem(ofBaby: baby) { throw NurseryError.invalid([problem]) }
    let items = try view(CustomCatalogue.self).checklistItems(of: baby)
    if items.count >= ChecklistItem.limit {
      throw NurseryError.maximumItemsReached(ChecklistItem.limit)
    }
    if items.contains(where: { $0.value.emoji.utf8.elementsEqual(emoji.utf8) }) {
      throw NurseryError.duplicateEmoji(emoji)
    }
    try check(createdAt, Record<ChecklistItem>.self, id)
    let order = items.last.map { min($0.value.order, .max - 1) + 1 } ?? 0
    let item = ChecklistItem(
      baby: baby, order: order, name: name, emoji: emoji, createdAt: createdAt)
    try append(RecordEvent.created(item), to: id)
    return id
  }

  /// Moves an item to a place of its list, counted from 0. Only items whose place differs are
  /// written.
  ///
  /// - Throws: `NurseryError.noSuchChecklistItem`.
  public mutating func moveChecklistItem(_ id: UUID, to place: Int) throws {
    let item = try checklistItem(id)
    var items = try view(CustomCatalogue.self).checklistItems(of: item.baby)
    items.removeAll { $0.id == id }
    items.insert(Identified(id: id, value: item), at: max(0, min(place, items.count)))
    for (order, item) in items.enumerated() {
      _ = try amend(item.id, item.value) { $0.order = order }
    }
  }

  /// Takes an item off its checklist; events that were written by it stay.
  ///
  /// - Throws: `NurseryError.noSuchChecklistItem`.
  public mutating func deleteChecklistItem(_ id: UUID) throws {
    _ = try checklistItem(id)
    try append(RecordEvent<ChecklistItem>.deleted, to: id)
  }

  /// Puts a deleted item back on its checklist, at its place.
  ///
  /// - Throws: `NurseryError.noSuchChecklistItem` when there never was one; `maximumItemsReached`
  ///   and `duplicateEmoji` when the list has no room for it by now. Let these errors end the
  ///   draft: the event is in it.
  public mutating func restoreChecklistItem(_ id: UUID) throws {
    guard try state(Record<ChecklistItem>.self, id) != nil else {
      throw NurseryError.noSuchChecklistItem(id)
    }
    try append(RecordEvent<ChecklistItem>.restored, to: id)
    let item = try checklistItem(id)
    let items = try view(CustomCatalogue.self).checklistItems(of: item.baby)
    if items.count > ChecklistItem.limit {
      throw NurseryError.maximumItemsReached(ChecklistItem.limit)
    }
    let isTaken = items.contains {
      $0.id != id && $0.value.emoji.utf8.elementsEqual(item.emoji.utf8)
    }
    if isTaken { throw NurseryError.duplicateEmoji(item.emoji) }
  }

  /// Ticks an item: writes a custom event with its name and sign.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - time: when it was done.
  ///   - event: the new event's identifier.
  ///   - rules: what is refused; nil goes by `entryRules`.
  /// - Throws: `NurseryError.noSuchChecklistItem`, `NurseryError.invalid`.
  @discardableResult
  public mutating func tickChecklistItem(
    _ item: UUID, at time: Date, event: UUID = UUID(), rules: EntryRules? = nil
  ) throws -> UUID {
    let item = try checklistItem(item)
    let details = CustomEventDetails(name: item.name, emoji: item.emoji)
    return try add(
      event, CustomEvent(baby: item.baby, start: time, details), rules: rules)
  }

  /// Takes the tick off an item: deletes the newest event with its sign on `now`'s logical day.
  ///
  /// - Returns: the event that was deleted; `restore` brings it back.
  /// - Throws: `NurseryError.noSuchChecklistItem`, `eventNotFound`.
  @discardableResult
  public mutating func untickChecklistItem(
    _ item: UUID, at now: Date, counting window: ChecklistWindow = .day
  ) throws -> UUID {
    let item = try checklistItem(item)
    guard let event = try self.now().event(of: item, at: now, window) else {
      throw NurseryError.eventNotFound
    }
    try delete(CustomEvent.self, event)
    return event
  }

  /// Ticks an item that is not done on `now`'s logical day, and takes the tick off one that is.
  ///
  /// - Parameter rules: what is refused; nil goes by `entryRules`.
  /// - Returns: whether it is done now.
  /// - Throws: as `tickChecklistItem`.
  @discardableResult
  public mutating func toggleChecklistItem(
    _ item: UUID, at now: Date, counting window: ChecklistWindow = .day, event: UUID = UUID(),
    rules: EntryRules? = nil
  ) throws -> Bool {
    let state = try checklistItem(item)
    if let done = try self.now().event(of: state, at: now, window) {
      try delete(CustomEvent.self, done)
      return try self.now().event(of: state, at: now, window) != nil
    }
    try tickChecklistItem(item, at: now, event: event, rules: rules)
    return true
  }

  private mutating func checklistItem(_ id: UUID) throws -> ChecklistItem {
    guard let item = try value(ChecklistItem.self, id) else {
      throw NurseryError.noSuchChecklistItem(id)
    }
    return item
  }
}
