import Daybook
import DaybookTool
import Nursery

/// The types of events that the family made up.
enum TypeKind: NurseryKind {
  static let word = "type"
  /// What sentences call one that nothing else tells apart.
  static let phrase = "type of events"
  static let phrases = "types of events"

  static var fields: [EntryField<Record<CustomEventType>>] {
    [
      .word("name", \.value.name, help: "what it is called"),
      .line("emoji", \.value.emoji, help: "its sign"), .created(\.value.createdAt),
    ]
  }

  static func facts(_ type: State) -> EntryFacts {
    EntryFacts(baby: nil, date: type.value.createdAt)
  }

  static func words(_ type: State, _ screen: Screen) -> String {
    "\(type.value.emoji) \(type.value.name)"
  }

  static func make(_ baby: UUID, _ time: Date) -> State? {
    Record(CustomEventType(name: "", createdAt: time))
  }

  /// The command that changes a type.
  private static let change = "type edit"

  static func add(_ draft: inout Draft, _ id: UUID, _ type: State) throws {
    let (name, emoji) = (type.value.name, type.value.emoji)
    try draft.now().eventTypes().checkFree(name, change: change)
    _ = try draft.addCustomEventType(
      name: name, emoji: emoji, at: type.value.createdAt, id: id)
  }

  static func edit(
    _ draft: inout Draft, _ id: UUID, _ body: (inout State) throws -> Void
  ) throws {
    guard var type = try draft.entity(State.self, id) else {
      throw NurseryError.noSuchEventType(id)
    }
    let old = type.value.name
    try body(&type)
    if type.value.name != old {
      try draft.now().eventTypes().checkFree(type.value.name, for: id, change: change)
    }
    try draft.editCustomEventType(id, name: type.value.name, emoji: type.value.emoji)
  }

  static func delete(_ draft: inout Draft, _ id: UUID) throws {
    try draft.deleteCustomEventType(id)
  }

  static func restore(_ draft: inout Draft, _ id: UUID) throws {
    try draft.restoreCustomEventType(id)
  }
}

/// What is to be done for a baby every day.
enum ItemKind: NurseryKind {
  static let word = "item"

  static var fields: [EntryField<Record<ChecklistItem>>] {
    var fields: [EntryField<Record<ChecklistItem>>] = [
      .baby(\.value.baby), .line("name", \.value.name, help: ""),
      .line("emoji", \.value.emoji, help: ""), .created(\.value.createdAt),
    ]
    // An item has copies of its type's name and sign.
    for index in fields.indices { fields[index].set = nil }
    return fields
  }

  static func facts(_ item: State) -> EntryFacts {
    EntryFacts(baby: item.value.baby, date: item.value.createdAt)
  }

  static func words(_ item: State, _ screen: Screen) -> String {
    "\(item.value.emoji) \(item.value.name) on \(screen.babies[item.value.baby])'s checklist"
  }

  static func make(_ baby: UUID, _ time: Date) -> State? {
    Record(ChecklistItem(baby: baby, order: 0, name: "", emoji: "", createdAt: time))
  }

  static func add(_ draft: inout Draft, _ id: UUID, _ item: State) throws {
    guard let baby = item.value.baby else { throw BadText("an item needs a baby") }
    try draft.addChecklistItem(
      name: item.value.name, emoji: item.value.emoji, of: baby, at: item.value.createdAt, id: id)
  }

  static func edit(
    _ draft: inout Draft, _ id: UUID, _ body: (inout State) throws -> Void
  ) throws {
    throw BadText("an item of a checklist is never changed; delete it and add another type")
  }

  static func delete(_ draft: inout Draft, _ id: UUID) throws {
    try draft.deleteChecklistItem(id)
  }

  static func restore(_ draft: inout Draft, _ id: UUID) throws {
    try draft.restoreChecklistItem(id)
  }
}
