import Daybook
import Foundation

/// Wares by list and day, by hand.
struct HandByList: Projection {
  static let name = "bench.handByList"
  static let rows = ViewTable<HandKey, Empty>("rows", at: 0)
  static let tables: [any AnyViewTable] = [rows]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Ware.self) { change, rows in
      try rows.replace(Self.rows, change) { version in
        let ware = version.state
        return (HandKey(list: ware.list, due: ware.due, id: change.id.rawValue), Empty())
      }
    }
  }
}

struct HandKey: OrderedKey {
  var list: UUID
  var due: Date
  var id: UUID

  init(list: UUID, due: Date, id: UUID) { (self.list, self.due, self.id) = (list, due, id) }

  init(from reader: inout KeyReader) throws {
    list = try reader.uuid()
    due = try reader.date()
    id = try reader.uuid()
  }

  func encode(into writer: inout KeyWriter) {
    writer.uuid(list)
    writer.date(due)
    writer.uuid(id)
  }
}

/// The same as a prefab.
struct PrefabByList: Index {
  static let name = "bench.prefabByList"
  static func key(_ ware: Stamped<Ware>) -> Key3<UUID, Date, ID<Ware>>? {
    Key3(ware.list, ware.due, ware.id)
  }
}

/// Wares by day, by hand.
struct HandByDay: Projection {
  static let name = "bench.handByDay"
  static let rows = ViewTable<HandDayKey, Empty>("rows", at: 0)
  static let tables: [any AnyViewTable] = [rows]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Ware.self) { change, rows in
      try rows.replace(Self.rows, change) { version in
        (HandDayKey(due: version.state.due, id: change.id.rawValue), Empty())
      }
    }
  }
}

struct HandDayKey: OrderedKey {
  var due: Date
  var id: UUID

  init(due: Date, id: UUID) { (self.due, self.id) = (due, id) }

  init(from reader: inout KeyReader) throws {
    due = try reader.date()
    id = try reader.uuid()
  }

  func encode(into writer: inout KeyWriter) {
    writer.date(due)
    writer.uuid(id)
  }
}

/// The same as a prefab.
struct PrefabByDay: Index {
  static let name = "bench.prefabByDay"
  static func key(_ ware: Stamped<Ware>) -> Key2<Date, ID<Ware>>? {
    Key2(ware.due, ware.id)
  }
}

/// How many wares each list has, and their grams, by hand.
struct HandGrams: Projection {
  static let name = "bench.handGrams"
  static let rows = ViewTable<UUID, Tally>("rows", at: 0)
  static let tables: [any AnyViewTable] = [rows]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Ware.self) { change, rows in
      for (version, sign) in [(change.old, -1), (change.new, 1)] as [(Stamped<Ware>?, Int64)] {
        guard let ware = version?.state else { continue }
        try rows.update(Self.rows, ware.list) { row in
          var tally = row ?? Tally()
          tally.count += sign
          tally.sum += sign * ware.grams
          row = tally.count == 0 ? nil : tally
        }
      }
    }
  }
}

/// The same as a prefab.
struct PrefabGrams: Totals {
  static let name = "bench.prefabGrams"
  static func group(_ ware: Stamped<Ware>) -> UUID? { ware.list }
  static func amount(_ ware: Stamped<Ware>) -> Int64 { ware.grams }
}

/// Wares by two terms each, by hand; a term that is there twice counts once.
struct HandTerms: Projection {
  static let name = "bench.handTerms"
  static let rows = ViewTable<Key2<Int64, UUID>, Empty>("rows", at: 0)
  static let tables: [any AnyViewTable] = [rows]

  static func terms(_ ware: Ware) -> [Int64] { [ware.grams & 0xFF, 256 + ware.grams % 10] }

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Ware.self) { change, rows in
      let old = change.old.map { Self.terms($0.state) } ?? []
      let new = change.new.map { Self.terms($0.state) } ?? []
      for (place, term) in old.enumerated()
      where !new.contains(term) && !old[..<place].contains(term) {
        try rows.replace(Self.rows, old: (Key2(term, change.id.rawValue), Empty()), new: nil)
      }
      for (place, term) in new.enumerated()
      where !old.contains(term) && !new[..<place].contains(term) {
        try rows.replace(Self.rows, old: nil, new: (Key2(term, change.id.rawValue), Empty()))
      }
    }
  }
}

/// The same as a prefab.
struct PrefabTerms: MultiIndex {
  static let name = "bench.prefabTerms"
  static func terms(_ ware: Stamped<Ware>) -> [Int64] { HandTerms.terms(ware.state) }
}

/// No two wares are due at the same moment.
struct PrefabDue: Unique {
  static let name = "bench.prefabDue"
  static func value(of ware: Ware) -> Date? { ware.due }
}
