public import Daybook

extension Draft {
  /// Makes a type of custom events; white space around name and sign is left out.
  ///
  /// - Throws: `NurseryError.invalidName`, `invalidEmoji`, or `duplicateEmoji` when another type
  ///   has the sign, byte for byte; `invalid` for a name or a sign that is too long, an identifier
  ///   in use and a time that is none.
  public mutating func addCustomEventType(
    name: String, emoji: String, at createdAt: Date, id: UUID = UUID()
  ) throws -> UUID {
    let type = try checked(CustomEventType(name: name, emoji: emoji, createdAt: createdAt), id)
    try check(createdAt, Record<CustomEventType>.self, id)
    try append(RecordEvent.created(type), to: id)
    return id
  }

  /// Changes a type; what is nil stays. Events and checklists keep their copies.
  ///
  /// - Throws: as `addCustomEventType`, and `NurseryError.noSuchEventType`.
  public mutating func editCustomEventType(
    _ id: UUID, name: String? = nil, emoji: String? = nil
  ) throws {
    guard let old = try value(CustomEventType.self, id) else {
      throw NurseryError.noSuchEventType(id)
    }
    var new = old
    new.name = name ?? old.name
    new.emoji = emoji ?? old.emoji
    let checked = try checked(new, id, replacing: old)
    _ = try amend(id, old) { $0 = checked }
  }

  /// Deletes a type; its events keep their copies of its name and sign.
  ///
  /// - Throws: `NurseryError.noSuchEventType`.
  public mutating func deleteCustomEventType(_ id: UUID) throws {
    guard try value(CustomEventType.self, id) != nil else {
      throw NurseryError.noSuchEventType(id)
    }
    try append(RecordEvent<CustomEventType>.deleted, to: id)
  }

  /// Brings a deleted type back; one that is there stays as it is.
  ///
  /// - Throws: `NurseryError.noSuchEventType` when there never was one, or what made it was taken
  ///   back; `duplicateEmoji` when another type has its sign by now.
  public mutating func restoreCustomEventType(_ id: UUID) throws {
    guard let state = try now().state(Record<CustomEventType>.self, id) else {
      throw NurseryError.noSuchEventType(id)
    }
    guard state.isDeleted else { return }
    _ = try checked(state.value, id, replacing: state.value)
    try append(RecordEvent<CustomEventType>.restored, to: id)
  }

  /// Writes down an event of a type, with copies of its name and sign.
  ///
  /// - Parameter rules: what is refused; nil goes by `entryRules`.
  /// - Throws: `NurseryError.noSuchEventType`, `NurseryError.invalid`.
  @discardableResult
  public mutating func logCustomEvent(
    _ type: UUID, of baby: UUID?, at time: Date, memo: String? = nil, id: UUID = UUID(),
    rules: EntryRules? = nil
  ) throws -> UUID {
    guard let type = try value(CustomEventType.self, type) else {
      throw NurseryError.noSuchEventType(type)
    }
    let details = CustomEventDetails(name: type.name, emoji: type.emoji)
    let event = CustomEvent(baby: baby, start: time, details, memo: memo)
    return try add(id, event, rules: rules)
  }

  /// Makes sure that something can be made then, under an identifier of its own.
  ///
  /// - Throws: `NurseryError.invalid`.
  mutating func check<E: Entity>(_ time: Date, _ type: E.Type, _ id: UUID) throws {
    if let problem = EntryRules.problem(of: [time]) { throw NurseryError.invalid([problem]) }
    try checkIsFree(type, id)
  }

  /// Whether an event has name and sign of a type, or of an item of its baby's checklist. Then they
  /// are as long as that one's, which may come from another program.
  mutating func isCopy(_ event: CustomEvent) throws -> Bool {
    let (name, emoji) = (event.details.name, event.details.emoji)
    let types = try view(CustomCatalogue.self).customEventTypes()
    if types.contains(where: { $0.value.name == name && $0.value.emoji == emoji }) { return true }
    let items = try view(CustomCatalogue.self).checklistItems(of: event.baby)
    return items.contains { $0.value.name == name && $0.value.emoji == emoji }
  }

  /// The type without white space around its texts, when it can be.
  ///
  /// - Parameter old: the type before; nil for a new one. A name or a sign that stays may be of any
  ///   length.
  private mutating func checked(
    _ type: CustomEventType, _ id: UUID, replacing old: CustomEventType? = nil
  ) throws -> CustomEventType {
    var type = type
    type.name = trimmed(type.name)
    type.emoji = trimmed(type.emoji)
    if type.name.isEmpty { throw NurseryError.invalidName }
    if type.emoji.isEmpty { throw NurseryError.invalidEmoji }
    if type.name != old.map({ trimmed($0.name) }) { try EntryRules.checkLength(of: type.name) }
    let others = try view(CustomCatalogue.self).customEventTypes(withEmoji: type.emoji)
    if others.contains(where: { $0 != id }) { throw NurseryError.duplicateEmoji(type.emoji) }
    if type.emoji != old.map({ trimmed($0.emoji) }) {
      try EntryRules.checkLength(of: type.emoji, EntryProblem.signTooLong)
    }
    return type
  }
}

/// A text without the white space around it.
func trimmed(_ text: String) -> String {
  var rest = text[...]
  while rest.first?.isWhitespace == true { rest.removeFirst() }
  while rest.last?.isWhitespace == true { rest.removeLast() }
  return String(rest)
}
