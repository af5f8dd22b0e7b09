import Daybook
import DaybookTool
import Nursery

extension StoreReading where Self: ~Copyable & ~Escapable {
  /// The types of events by name and sign.
  ///
  /// - Parameter command: writes a command for the store as somebody would type it.
  func eventTypes(
    _ command: (String) -> String = { "\(NurseryTool.name) \($0)" }
  ) throws -> Names {
    let types = try view(CustomCatalogue.self).customEventTypes()
    return Names(
      all: types.map { NamedThing(id: $0.id, name: $0.value.name, sign: $0.value.emoji) },
      word: TypeKind.phrase, plural: TypeKind.phrases,
      nothing: "there is no \(TypeKind.phrase) yet; add one: \(command("type add NAME"))")
  }

  /// What is on a baby's checklist by name and sign.
  func checklist(of baby: UUID, _ screen: Screen) throws -> Names {
    let items = try view(CustomCatalogue.self).checklistItems(of: baby)
    let name = screen.babies[baby]
    return Names(
      all: items.map { NamedThing(id: $0.id, name: $0.value.name, sign: $0.value.emoji) },
      word: "item", plural: "items",
      nothing: "\(name)'s checklist is empty; add to it: "
        + screen.babies.command("checklist add TYPE\(screen.babies.option(for: baby))"))
  }

  /// The item that is called so on whichever checklist has it.
  ///
  /// - Throws: `BadText` where several babies have one; `NameError` for none.
  func checklistItem(_ text: String, _ screen: Screen) throws -> UUID {
    var (things, having) = ([NamedThing](), [UUID]())
    for baby in screen.babies.all {
      let own = try checklist(of: baby.id, screen)
      things += own.all
      if !own.matches(text).isEmpty { having.append(baby.id) }
    }
    if having.count > 1 { throw screen.babies.question(having) }
    let names = Names(
      all: things, word: "item", plural: "items",
      nothing: "nothing is on a checklist; add to one: "
        + screen.babies.command("checklist add TYPE\(screen.babies.option(for: nil))"))
    return try names.find(text)
  }
}

extension Reader {
  /// The types of events that were deleted, as they were then. Goes through the log.
  func deletedEventTypes() throws -> Names {
    let found = try deleted(TypeKind.self).map {
      NamedThing(id: $0.id, name: $0.last.value.name, sign: $0.last.value.emoji)
    }
    return Names(
      all: found, word: "deleted \(TypeKind.phrase)", plural: "deleted \(TypeKind.phrases)",
      nothing: "no \(TypeKind.phrase) was deleted")
  }

  /// The babies that were deleted, as they were then. Goes through the log.
  func deletedBabies() throws -> Names {
    Names(
      all: try deleted(BabyKind.self).map { NamedThing(id: $0.id, name: $0.last.name) },
      word: "deleted baby", plural: "deleted babies", nothing: "no baby was deleted")
  }

  /// Everything of a kind that was deleted, by id, as it was before. Goes through the log.
  func deleted<K: NurseryKind>(_ kind: K.Type) throws -> [(id: UUID, last: K.State)] {
    var ids: Set<UUID> = []
    try replay { event in if try event.kind() == K.storedKind { ids.insert(event.entity) } }
    return try ids.sorted { $0.uuidString < $1.uuidString }.compactMap { id in
      guard try K.isDeleted(self, id), let last = try K.lastState(self, id)
      else { return nil }
      return (id, last)
    }
  }
}
