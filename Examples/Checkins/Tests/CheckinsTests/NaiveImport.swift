import Foundation
import Interchange

/// The laws of imports once more, slowly and without the engine: a list of what was ever written,
/// folded from the start for each question. Entities and rows are fields and their texts.
struct NaiveImport {
  typealias Fields = [String: String]

  /// A row of a source.
  struct Row {
    let table: String
    /// Its identifier, which is that of its entity too.
    var id: UUID?
    /// What stands in for an identifier.
    var natural = ""
    var fields: Fields
  }

  struct Counts: Equatable {
    var imported = 0
    var changed = 0
    var unchanged = 0
    var conflicts = 0
    var skipped = 0

    init() {}

    init(_ counts: ImportReport.Counts) {
      imported = counts.imported
      changed = counts.changed
      unchanged = counts.unchanged
      conflicts = counts.conflicts
      skipped = counts.skipped
    }
  }

  enum Change {
    case recorded(Fields)
    /// Fields and what they are from now on; nil clears one.
    case set([String: String?])
    case deleted(Bool)
    /// The row as it was imported last, and the fields of its entity that this has written.
    case read(Reading, written: Set<String>)
  }

  /// What an imported row said, and what its entity became by imports alone.
  struct Reading: Equatable {
    var told: Fields
    var takenOver: Fields
    /// Whether an import of the row made the entity; nil when it was read before.
    var hasMade: Bool?

    func followed(by next: Reading, _ written: Set<String>) -> Reading {
      guard let hasMade, next.hasMade != true || hasMade else { return next }
      var result = Reading(told: next.told, takenOver: takenOver, hasMade: hasMade)
      for name in written { result.takenOver[name] = next.takenOver[name] }
      return result
    }
  }

  private struct Line {
    let subject: UUID
    let change: Change
    /// Whether it comes before all that persons wrote.
    let isEarly: Bool
    let act: Int
  }

  private struct Act {
    let author: String
    var isUndone = false
    var isPurged = false
    /// Whether it was interrupted and nothing has gone on with it.
    var isOpen = false
  }

  let provider: String
  private var lines: [Line] = []
  private var acts: [Act] = []

  init(provider: String) { self.provider = provider }

  // MARK: State

  private func counting(_ subject: UUID) -> [Change] {
    let own = lines.filter { $0.subject == subject && !acts[$0.act].isUndone }
    return (own.filter(\.isEarly) + own.filter { !$0.isEarly }).map(\.change)
  }

  /// An entity with its deletion; nil when it was never made, or that was taken back.
  func stored(_ entity: UUID) -> (fields: Fields, isDeleted: Bool)? {
    var state: (fields: Fields, isDeleted: Bool)?
    for change in counting(entity) {
      switch change {
      case .recorded(let fields): if state == nil { state = (fields, false) }
      case .set(let fields): for (name, value) in fields { state?.fields[name] = value }
      case .deleted(let isDeleted): state?.isDeleted = isDeleted
      case .read: break
      }
    }
    return state
  }

  func entity(_ id: UUID) -> Fields? { stored(id).flatMap { $0.isDeleted ? nil : $0.fields } }

  func row(_ id: UUID) -> Fields? { reading(id)?.told }

  private func reading(_ id: UUID) -> Reading? {
    var last: Reading?
    for case .read(let next, let written) in counting(id) {
      last = last?.followed(by: next, written) ?? next
    }
    return last
  }

  /// Entities and rows, in an order that does not change.
  var subjects: [UUID] {
    Set(lines.map(\.subject)).sorted { $0.uuidString < $1.uuidString }
  }

  var living: [UUID] { subjects.filter { entity($0) != nil } }

  // MARK: What persons do

  mutating func act(_ author: String, _ entity: UUID, _ change: Change) {
    acts.append(Act(author: author))
    lines.append(Line(subject: entity, change: change, isEarly: false, act: acts.count - 1))
  }

  /// The newest act of somebody that counts and can be taken back.
  func undoable(by author: String) -> Int? {
    acts.indices.last {
      acts[$0].author == author && !acts[$0].isUndone && !acts[$0].isPurged
    }
  }

  mutating func setUndone(_ act: Int, _ isUndone: Bool) { acts[act].isUndone = isUndone }

  /// Forgets how everything came to be what it is.
  mutating func purge() {
    let states = subjects.map { ($0, stored($0), reading($0)) }
    acts = [Act(author: "", isPurged: true)]
    lines = []
    for (id, state, reading) in states {
      func keep(_ change: Change) {
        lines.append(Line(subject: id, change: change, isEarly: true, act: 0))
      }
      if let state {
        keep(.recorded(state.fields))
        if state.isDeleted { keep(.deleted(true)) }
      }
      if let reading { keep(.read(reading, written: [])) }
    }
  }

  // MARK: Imports

  private enum Outcome { case imported, changed, unchanged, conflict }

  /// What one row comes to.
  private mutating func take(_ told: Fields, _ id: UUID, _ entity: UUID, _ act: Int) -> Outcome {
    func write(_ subject: UUID, _ change: Change, early: Bool = false) {
      lines.append(Line(subject: subject, change: change, isEarly: early, act: act))
    }
    let own = self.entity(entity)
    guard let last = reading(id) else {
      if own == nil, stored(entity) == nil {
        write(
          id, .read(Reading(told: told, takenOver: told, hasMade: true), written: []), early: true)
        write(entity, .recorded(told), early: true)
        return .imported
      }
      // A person made it: what it does not say is added.
      let missing = own.map { own in told.filter { own[$0.key] == nil } } ?? [:]
      let reading = Reading(told: told, takenOver: told, hasMade: false)
      write(id, .read(reading, written: Set(missing.keys)), early: own == nil)
      if !missing.isEmpty { write(entity, .set(missing.mapValues(Optional.some))) }
      let isKept = told.contains { missing[$0.key] == nil && own?[$0.key] != $0.value }
      return isKept ? .conflict : missing.isEmpty ? .unchanged : .changed
    }
    let base = last.takenOver
    if last.told == told, base == told { return .unchanged }
    var (set, isKept): ([String: String?], Bool) = ([:], false)
    for name in Set(told.keys).union((own ?? base).keys) {
      let new = told[name]
      if let own {
        if own[name] == new { continue }
        // It says what imports made of it, or what the row told last, and follows the row.
        if own[name] == base[name] || own[name] == last.told[name] {
          set[name] = .some(new)
          continue
        }
      }
      if new != base[name], new != last.told[name] { isKept = true }
    }
    var next = Reading(told: told, takenOver: base)
    for name in set.keys { next.takenOver[name] = told[name] }
    if next.told != last.told || next.takenOver != base {
      write(id, .read(next, written: Set(set.keys)))
    }
    if !set.isEmpty { write(entity, .set(set)) }
    return isKept ? .conflict : set.isEmpty ? .unchanged : .changed
  }

  /// Imports rows in their order, the first so many of them.
  mutating func importing(
    _ rows: [Row], by author: String, through count: Int = .max, isWhole: Bool = true
  ) -> Counts {
    let open = acts.indices.last { acts[$0].isOpen && !acts[$0].isUndone }
    let act = open ?? acts.count
    if open == nil { acts.append(Act(author: author)) }
    let before = lines.count
    var counts = Counts()
    for (row, id) in named(rows, through: count) {
      guard let id else {
        counts.skipped += 1
        continue
      }
      switch take(row.fields, id, row.id ?? id, act) {
      case .imported: counts.imported += 1
      case .changed: counts.changed += 1
      case .unchanged: counts.unchanged += 1
      case .conflict: counts.conflicts += 1
      }
    }
    let hasWritten = lines.count > before
    acts[act].isOpen = !isWhole && (hasWritten || acts[act].isOpen)
    // An import that writes nothing is none.
    if !hasWritten, open == nil { acts.removeLast() }
    return counts
  }

  /// The rows with their identities; nil for a repeated identifier.
  private func named(_ rows: [Row], through count: Int) -> [(Row, UUID?)] {
    var result: [(Row, UUID?)] = []
    var seen: Set<UUID> = []
    var met: [String: Int] = [:]
    let natural = Dictionary(grouping: rows.filter { $0.id == nil }, by: \.natural)
    for row in rows.prefix(count) {
      if let id = row.id {
        let name = identity(row.table, id.uuidString)
        result.append((row, seen.insert(name).inserted ? name : nil))
        continue
      }
      // Rows that share a key are written when the last of them was read.
      met[row.natural, default: 0] += 1
      if let same = natural[row.natural], met[row.natural] == same.count { result += match(same) }
    }
    return result
  }

  private func identity(_ table: String, _ text: String) -> UUID {
    SourceIdentity.uuid(provider: provider, instance: "", table: table, id: text)
  }

  /// Rows that are as they were keep their identity; the others take the free ones in the order of
  /// what they say, which for lines of the same text is their rank.
  private func match(_ rows: [Row]) -> [(Row, UUID?)] {
    // Further than any test goes.
    var places = (1...40).map { occurrence in
      identity(
        rows[0].table, SourceIdentity.contentID(rows[0].natural, occurrence: occurrence))
    }
    var result: [(Row, UUID?)] = []
    var rest: [Row] = []
    for row in rows.sorted(by: {
      Int($0.fields["rank"] ?? "") ?? 0 < Int($1.fields["rank"] ?? "") ?? 0
    }) {
      if let index = places.firstIndex(where: { self.row($0) == row.fields }) {
        result.append((row, places.remove(at: index)))
      } else {
        rest.append(row)
      }
    }
    for row in rest { result.append((row, places.removeFirst())) }
    return result
  }
}
