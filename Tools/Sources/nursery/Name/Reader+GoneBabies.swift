import Daybook
import DaybookTool
import Nursery

extension Reader {
  /// The babies that are gone, the one that went last at the end; not those whose history was
  /// purged.
  ///
  /// An index leads to them: O(k + n / 1,024) for k of n events.
  ///
  /// - Parameter command: writes a command for the store as somebody would type it.
  func goneBabies(_ command: (String) -> String) throws -> [GoneBaby] {
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
      found.append((try BabyKind.gone(self, id) ?? 0, NamedThing(id: id, name: last.name)))
    }
    found.sort { ($0.number, $0.thing.id.uuidString) < ($1.number, $1.thing.id.uuidString) }
    let names = Names(all: found.map(\.thing), word: "baby", plural: "babies", nothing: "")
    return try zip(found, names.words).map { baby, word in
      let way = try BabyKind.wayBack(self, baby.thing.id)
      return GoneBaby(
        id: baby.thing.id, name: baby.thing.name, number: baby.number, way: way,
        back: way.map { command($0.command(word.quoted)) })
    }
  }
}
