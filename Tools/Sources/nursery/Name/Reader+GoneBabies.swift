import Daybook
import DaybookTool
import Nursery

extension Reader {
  /// The babies that are gone, the one that went last at the end; not those whose history was
  /// purged.
  ///
  /// An index leads to them: O(k + n / 1,024) for k of n events.
  func goneBabies(_ arguments: StoreArguments) throws -> [GoneBaby] {
    var ids: Set<UUID> = []
    for type in BabyProfile.Event.types {
      try forEachEvent(of: BabyProfile.self, named: type.name) { event in
        ids.insert(event.entity.rawValue)
        return true
      }
    }
    var found: [(number: UInt64, thing: NamedThing)] = []
    for id in ids where try entity(BabyProfile.self, id) == nil {
      guard let last = try BabyKind.lastState(self, id) else { continue }
      let number = try versions(of: BabyProfile.self, id).last?.transaction.number ?? 0
      found.append((number, NamedThing(id: id, name: last.name)))
    }
    found.sort { ($0.number, $0.thing.id.uuidString) < ($1.number, $1.thing.id.uuidString) }
    let names = Names(all: found.map(\.thing), word: "baby", plural: "babies", nothing: "")
    return try zip(names.all, names.words).map { thing, word in
      let way = try BabyKind.wayBack(self, thing.id)
      return GoneBaby(
        id: thing.id, name: thing.name, way: way,
        back: way.map { arguments.command($0.command(word.quoted)) })
    }
  }
}
