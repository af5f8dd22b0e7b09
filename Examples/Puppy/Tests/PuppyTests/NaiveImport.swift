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
    /// The row as it was imported last.
    case read(Fields)
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

  func row(_ id: UUID) -> Fields? {
    for change in counting(id).reversed() {
      if case .read(let fields) = change { return fields }
    }
    return nil
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
    let states = subjects.map { ($0, stored($0), row($0)) }
    acts = [Act(author: "", isPurged: true)]
    lines = []
    for (id, state, row) in states {
      func keep(_ change: Change) {
        lines.append(Line(subject: id, change: change, isEarly: true, act: 0))
      }
      if let state {
        keep(.recorded(state.fields))
        if state.isDeleted { keep(.deleted(true)) }
      }
      if let row { keep(.read(row)) }
    }
  }

  // MARK: Imports

  private enum Outcome { case imported, changed, unchanged, conflict }

  /// What one row comes to.
  private mutating func take(_ told: Fields, _ id: UUID, _ entity: UUID, _ act: Int) -> Outcome {
    func write(_ subject: UUID, _ change: Change, early: Bool = false) {
      lines.append(Line(subject: subject, change: change, isEarly: early, act: act))
    }
    let base = row(id)
    if base == told { return .unchanged }
    guard let own = self.entity(entity) else {
      write(id, .read(told), early: base == nil)
      if base != nil || stored(entity) != nil { return .conflict }
      write(entity, .recorded(told), early: true)
      return .imported
    }
    var (set, isKept): ([String: String?], Bool) = ([:], false)
    for name in Set(told.keys).union(base?.keys ?? [:].keys).sorted() {
      let (new, mine) = (told[name], own[name])
      if new == mine { continue }
      if let base {
        if base[name] == new { continue }
        if mine == base[name] { set[name] = .some(new) } else { isKept = true }
      } else if mine == nil {
        set[name] = .some(new)
      } else {
        isKept = true
      }
    }
    write(id, .read(told))
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
