#if Tools
  import Daybook
  import Nursery

  extension StoreReading where Self: ~Copyable & ~Escapable {
    /// The types of events by name and sign.
    func eventTypes() throws -> Names {
      let types = try view(CustomCatalogue.self).customEventTypes()
      return Names(
        all: types.map { NamedThing(id: $0.id, name: $0.value.name, sign: $0.value.emoji) },
        word: TypeKind.phrase, plural: TypeKind.phrases,
        nothing: "there is no \(TypeKind.phrase) yet; add one: daybookctl type add NAME")
    }

    /// What is on a baby's checklist by name and sign.
    func checklist(of baby: UUID, _ screen: Screen) throws -> Names {
      let items = try view(CustomCatalogue.self).checklistItems(of: baby)
      let name = screen.babies[baby]
      return Names(
        all: items.map { NamedThing(id: $0.id, name: $0.value.name, sign: $0.value.emoji) },
        word: "item", plural: "items",
        nothing: "\(name)'s checklist is empty; add to it: daybookctl checklist add TYPE")
    }
  }

  extension Reader {
    /// The types of events that were deleted, as they were then. Goes through the log.
    func deletedEventTypes() throws -> Names {
      var ids: Set<UUID> = []
      try replay { event in if try event.kind() == TypeKind.storedKind { ids.insert(event.entity) }
      }
      var found: [NamedThing] = []
      for id in ids.sorted(by: { $0.uuidString < $1.uuidString }) {
        guard try TypeKind.isDeleted(self, id),
          let last = try versions(of: TypeKind.State.self, id).compactMap(\.value).last
        else { continue }
        found.append(NamedThing(id: id, name: last.value.name, sign: last.value.emoji))
      }
      return Names(
        all: found, word: "deleted \(TypeKind.phrase)", plural: "deleted \(TypeKind.phrases)",
        nothing: "no \(TypeKind.phrase) was deleted")
    }
  }
#endif
