import Daybook

@testable import Interchange

/// The laws of imports once more, slowly and without the engine: a list of what was ever written,
/// folded from the start for each question.
struct ImportModel {
  enum Change {
    case recorded(Thing)
    case set((inout Thing) -> Void)
    case deleted(Bool)
    /// What imports had made of the entity when the log was purged.
    case made(Thing)
    /// The row as it was imported last.
    case read(Thing)
    /// The row has vanished, what it was until then, and whether the entity was deleted for that.
    case gone(Thing, Bool)
    /// The row is there again.
    case back
  }

  struct Line {
    let entity: UUID
    let change: Change
    /// Whether it comes before all that persons wrote.
    let isEarly: Bool
    let act: Int
  }

  struct Act {
    let author: String
    var isUndone = false
    var isPurged = false
    /// Whether it was interrupted and nothing has gone on with it.
    var isOpen = false
  }

  private(set) var lines: [Line] = []
  private(set) var acts: [Act] = []
  /// The table of each row.
  private var tables: [UUID: String] = [:]

  // MARK: State

  private func counting(_ entity: UUID) -> [Line] {
    let own = lines.filter { $0.entity == entity && !acts[$0.act].isUndone }
    return own.filter(\.isEarly) + own.filter { !$0.isEarly }
  }

  /// The entity with its deletion; nil when it was never made, or that was taken back.
  func stored(_ entity: UUID) -> Thing? {
    Self.fold(counting(entity))
  }

  /// What imports alone have made of the entity.
  private func base(_ entity: UUID) -> Thing? {
    var own = counting(entity).filter { acts[$0.act].author == "import" }
    own += counting(entity).filter { if case .made = $0.change { true } else { false } }
    own = own.filter(\.isEarly) + own.filter { !$0.isEarly }
    var base = Self.fold(own)
    base?.isDeleted = false
    return base
  }

  private static func fold(_ lines: [Line]) -> Thing? {
    var state: Thing?
    for line in lines {
      switch line.change {
      case .recorded(let thing), .made(let thing): state = state ?? thing
      case .set(let body): if state != nil { body(&state!) }
      case .deleted(let isDeleted): state?.isDeleted = isDeleted
      case .read, .gone, .back: break
      }
    }
    return state
  }

  func thing(_ entity: UUID) -> Thing? {
    stored(entity).flatMap { $0.isDeleted ? nil : $0 }
  }

  /// The row as it was imported last. A row of which no reading counts is what it was when it
  /// vanished.
  func row(_ entity: UUID) -> Thing? {
    let own = counting(entity)
    for line in own.reversed() {
      if case .read(let thing) = line.change { return thing }
    }
    for line in own {
      if case .gone(let thing, _) = line.change { return thing }
    }
    return nil
  }

  /// Whether the row has vanished, and the entity was deleted for that; nil when it is there.
  func gone(_ entity: UUID) -> Bool? {
    for line in counting(entity).reversed() {
      switch line.change {
      case .back: return nil
      case .gone(_, let isRemoved): return isRemoved
      default: break
      }
    }
    return nil
  }

  var entities: Set<UUID> { Set(lines.map(\.entity)) }

  // MARK: What persons do

  mutating func act(_ author: String, _ entity: UUID, _ change: Change) {
    acts.append(Act(author: author))
    lines.append(Line(entity: entity, change: change, isEarly: false, act: acts.count - 1))
  }

  /// The newest act of an author that counts and can be taken back; undone acts and purged ones
  /// cannot.
  func undoable(by author: String) -> Int? {
    acts.indices.last { acts[$0].author == author && !acts[$0].isUndone && !acts[$0].isPurged }
  }

  mutating func setUndone(_ act: Int, _ isUndone: Bool) { acts[act].isUndone = isUndone }

  /// Forgets how every entity came to be what it is.
  mutating func purge() {
    let states = entities.map { ($0, stored($0), base($0), row($0), gone($0)) }
    acts = acts.map { Act(author: $0.author, isPurged: true) }
    acts.append(Act(author: "", isPurged: true))
    lines = []
    for (id, state, base, row, gone) in states {
      func keep(_ change: Change) {
        lines.append(Line(entity: id, change: change, isEarly: true, act: acts.count - 1))
      }
      if let state { keep(.recorded(state)) }
      if let base { keep(.made(base)) }
      if let row { keep(.read(row)) }
      if let row, let gone { keep(.gone(row, gone)) }
    }
  }

  // MARK: Imports

  /// What one row comes to.
  private mutating func take(_ told: Thing, _ id: UUID, _ act: Int) -> ImportOutcome {
    func write(_ change: Change, early: Bool = false) {
      lines.append(Line(entity: id, change: change, isEarly: early, act: act))
    }
    guard let last = row(id) else {
      write(.recorded(told), early: true)
      write(.read(told), early: true)
      return .imported
    }
    let (gone, own) = (gone(id), thing(id))
    guard let stored = stored(id), let base = base(id) else {
      write(.recorded(told))
      if gone == true { write(.deleted(false)) }
      write(.read(told))
      if gone != nil { write(.back) }
      return .imported
    }
    let isBack = gone == true && own == nil
    if isBack { write(.deleted(false)) }
    var (isChanged, isNew) = (false, false)
    func merge<Value: Equatable>(_ path: WritableKeyPath<Thing, Value>) {
      let (old, said, new) = (base[keyPath: path], last[keyPath: path], told[keyPath: path])
      if isBack {
        if stored[keyPath: path] != new { write(.set { $0[keyPath: path] = new }) }
        return
      }
      if own?[keyPath: path] == new { return }
      if let own, own[keyPath: path] == old || own[keyPath: path] == said {
        isChanged = true
        write(.set { $0[keyPath: path] = new })
      } else if new != old, new != said {
        isNew = true
      }
    }
    merge(\.name)
    merge(\.amount)
    merge(\.note)
    merge(\.tags)
    if gone != nil || told != last || isChanged { write(.read(told)) }
    if gone != nil { write(.back) }
    if isBack { return .imported }
    return isNew ? .conflict : isChanged ? .changed : .unchanged
  }

  /// Whether an entity is there and says in each field what imports made of it, or what its row
  /// told last.
  private func isUntouched(_ id: UUID) -> Bool {
    guard let own = thing(id), let base = base(id), let last = row(id) else { return false }
    func isUntouched(_ path: KeyPath<Thing, some Equatable>) -> Bool {
      own[keyPath: path] == base[keyPath: path] || own[keyPath: path] == last[keyPath: path]
    }
    return isUntouched(\.name) && isUntouched(\.amount) && isUntouched(\.note)
      && isUntouched(\.tags)
  }

  /// What became of rows that the source does not have any more.
  struct Vanished: Equatable {
    var rows = 0
    var removed = 0
  }

  /// Deletes what no person has changed of those rows.
  private mutating func remove(
    _ rows: Set<UUID>, _ source: ThingSource, _ act: Int
  ) -> Vanished {
    var result = Vanished(rows: rows.count)
    for id in removable(rows, source) {
      guard let last = row(id) else { continue }
      let isRemoved = isUntouched(id)
      if isRemoved {
        result.removed += 1
        lines.append(Line(entity: id, change: .deleted(true), isEarly: false, act: act))
      }
      lines.append(Line(entity: id, change: .gone(last, isRemoved), isEarly: false, act: act))
    }
    return result
  }

  /// Rows that were imported and that a source has not, of the tables that it has rows of.
  func vanished(_ source: ThingSource) -> Set<UUID> {
    let unreadable = source.rows.filter(\.isUnreadable).compactMap(\.id).map(Self.numbered)
    let own = named(source, through: .max).compactMap(\.1) + unreadable
    return entities.filter { id in
      guard row(id) != nil, gone(id) != true, let table = tables[id] else { return false }
      // Its entity stayed as a person had changed it, which was taken back.
      if gone(id) == false, !isUntouched(id) || removable([id], source).isEmpty { return false }
      return !own.contains(id)
        && source.rows.contains { !$0.isUnreadable && ($0.id == nil) == (table == "natural") }
    }
  }

  /// Those that are sure to have vanished, and not just to be unreadable.
  private func removable(_ rows: Set<UUID>, _ source: ThingSource) -> Set<UUID> {
    let hides = source.rows.contains { $0.isUnreadable && $0.id == nil }
    return rows.filter { !hides || tables[$0] != "natural" }
  }

  private static func numbered(_ id: String) -> UUID {
    SourceIdentity.uuid(provider: "things", instance: "", table: "numbered", id: id)
  }

  /// Imports rows in the order of the source, the first so many of them.
  mutating func importing(
    _ source: ThingSource, through count: Int, isWhole: Bool, removes: Bool = false
  ) -> (counts: ImportReport.Counts, vanished: Vanished) {
    let open = acts.indices.last { acts[$0].isOpen && !acts[$0].isUndone }
    let act = open ?? acts.count
    var counts = ImportReport.Counts()
    let before = lines.count
    if act == acts.count { acts.append(Act(author: "import")) }
    counts.quarantined = source.rows.prefix(count).count(where: \.isUnreadable)
    for (row, id) in named(source, through: count) {
      guard let id else {
        counts.skipped += 1
        continue
      }
      tables[id] = row.id == nil ? "natural" : "numbered"
      switch take(row.thing, id, act) {
      case .imported: counts.imported += 1
      case .changed: counts.changed += 1
      case .unchanged: counts.unchanged += 1
      case .conflict: counts.conflicts += 1
      }
    }
    var vanished = Vanished()
    if isWhole {
      let rows = self.vanished(source)
      vanished = removes ? remove(rows, source, act) : Vanished(rows: rows.count)
    }
    let hasWritten = lines.count > before
    acts[act].isOpen = !isWhole && (hasWritten || acts[act].isOpen)
    // An import that writes nothing is none.
    if !hasWritten, act == acts.count - 1, !lines.contains(where: { $0.act == act }) {
      acts.removeLast()
    }
    return (counts, vanished)
  }

  /// The rows with their identities; nil for a repeated identifier.
  private func named(
    _ source: ThingSource, through count: Int
  ) -> [(ThingSource.Row, UUID?)] {
    var seen: Set<String> = []
    var result: [(ThingSource.Row, UUID?)] = []
    var natural: [String: [ThingSource.Row]] = [:]
    let readable = source.rows.filter { !$0.isUnreadable }
    for row in readable where row.id == nil { natural[row.thing.name, default: []].append(row) }
    var met: [String: Int] = [:]
    for row in source.rows.prefix(count) where !row.isUnreadable {
      if let id = row.id {
        let isFirst = seen.insert(id).inserted
        result.append(
          (
            row,
            isFirst ? Self.numbered(id) : nil
          ))
        continue
      }
      // Rows that share a key are written when the last of them was read.
      met[row.thing.name, default: 0] += 1
      if met[row.thing.name] == natural[row.thing.name]?.count {
        result += match(natural[row.thing.name] ?? [], row.thing.name)
      }
    }
    return result
  }

  private func match(
    _ rows: [ThingSource.Row], _ key: String
  ) -> [(ThingSource.Row, UUID?)] {
    var places: [(id: UUID, row: Thing?)] = []
    func look() {
      let id = SourceIdentity.uuid(
        provider: "things", instance: "", table: "natural",
        id: SourceIdentity.contentID(key, occurrence: places.count + 1))
      places.append((id, row(id)))
    }
    for _ in rows { look() }
    // Where the numbers end, or a row was taken back, nobody looks on.
    while places.last?.row != nil { look() }
    var result: [(ThingSource.Row, UUID?)] = []
    var rest: [ThingSource.Row] = []
    for row in rows.sorted(by: { $0.thing.payload.lexicographicallyPrecedes($1.thing.payload) }) {
      if let index = places.firstIndex(where: { $0.row == row.thing }) {
        result.append((row, places.remove(at: index).id))
      } else {
        rest.append(row)
      }
    }
    for row in rest { result.append((row, places.removeFirst().id)) }
    return result
  }
}
