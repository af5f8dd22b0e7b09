internal import Daybook

/// What a row means for the store.
struct RowVerdict<State: Importable> {
  /// What is counted.
  var outcome: ImportOutcome
  /// The entity that the row is.
  var entity: UUID
  /// What is to be appended to the entity, in this order.
  var events: [State.Event] = []
  /// The row as it is to be kept; nil when it is kept like that already.
  var row: ImportedRow?
  /// What the reading of the row writes, as in `ImportedRowEvent.read`.
  var written: [Int] = []
  /// Numbers of the fields that the row changes.
  var applied: [Int] = []
  /// Numbers of the fields in which what a person changed stays.
  var kept: [Int] = []
  /// The entity that a row is in conflict with, as it was; nil for one that is deleted.
  var own: State?

  /// Whether anything is to be written.
  var isEffective: Bool { !events.isEmpty || row != nil }

  /// The event of the row.
  ///
  /// - Parameter text: as in `ImportedRowEvent.read`.
  func reading(_ text: String?) -> ImportedRowEvent? {
    row.map { .read($0, text: text, written: written) }
  }
}

/// What became of a row.
enum ImportOutcome: Sendable, Equatable {
  case imported, changed, unchanged, conflict
}

/// The rule of every import: only what has changed at the source since the row was imported last
/// is changed here, field by field, and what a person has changed since stays.
struct RowRule {
  private let named: RowGroup.Named
  private let source: any ImportSource
  /// As `Import.corrects`: what was told wrong is told anew, so that nothing is taken for what the
  /// form of the source leaves out.
  private let corrects: Bool

  /// The rule for a row of a source.
  init(_ named: RowGroup.Named, _ source: any ImportSource, corrects: Bool = false) {
    (self.named, self.source, self.corrects) = (named, source, corrects)
  }

  /// What the row says, in the form of a payload.
  private var values: [UInt8] { named.member.values }

  /// What an import does with a row.
  ///
  /// - Parameters:
  ///   - id: the identifier of the row.
  ///   - told: what the row says.
  ///   - before: the row as it was imported last, with its values as this version writes them; nil
  ///     when it never was, or that was taken back.
  ///   - adopted: an entity that was there before and is what the row says.
  ///   - stored: reads an entity as it is, deleted or not.
  func verdict<State: Importable>(
    _ id: UUID, _ told: State, before: ImportedRow?, adopted: UUID?,
    stored: (UUID) throws -> State?
  ) throws -> RowVerdict<State> {
    let isMention = named.member.row.isMention
    guard let before else {
      let new = named.member.row.entity ?? id
      let entity = adopted ?? new
      let found = try stored(entity)
      if let found, !found.isDeleted { return try meet(entity, id, found) }
      if isMention { return RowVerdict(outcome: .unchanged, entity: entity) }
      // An entity that went away meanwhile is not taken for the row.
      let isThere = try entity == new ? found != nil : stored(new) != nil
      let link = new == id ? nil : new
      if isThere {
        // A person made and deleted it, and that wins.
        return RowVerdict(
          outcome: .conflict, entity: new, row: first(.found, link),
          kept: try PayloadFields(values).numbers)
      }
      return RowVerdict(
        outcome: .imported, entity: new, events: [State.recorded(told)], row: first(.made, link))
    }
    let entity = before.entity ?? id
    let isBack = before.presence != .present
    // An undo has taken the import back that made it; what a person deleted is kept as deleted.
    if let reinstated = State.reinstated, !isMention, try stored(entity) == nil {
      return RowVerdict(
        outcome: .imported, entity: entity,
        events: [State.recorded(told)] + (before.presence == .removed ? [reinstated] : []),
        row: first(.made, before.entity), written: isBack ? [RowMemory.presence] : [])
    }
    if isBack { return try comeBack(told, before, entity, stored: stored(entity)) }
    // Told last and taken over: then there is nothing to take over, whatever the entity says.
    if before.memory.told == values, before.memory.takenOver == values {
      return RowVerdict(outcome: .unchanged, entity: entity)
    }
    return try merge(entity, before, own: stored(entity).flatMap { $0.isDeleted ? nil : $0 })
  }

  /// A row that had vanished: what an import deleted comes back as the row tells it.
  private func comeBack<State: Importable>(
    _ told: State, _ before: ImportedRow, _ entity: UUID, stored: State?
  ) throws -> RowVerdict<State> {
    let own = stored.flatMap { $0.isDeleted ? nil : $0 }
    if own == nil, before.presence == .removed {
      var events = [State.recorded(told)]
      var old = try PayloadFields(before.memory.takenOver)
      if let stored, let reinstated = State.reinstated {
        events = [reinstated] + [State.amended(from: stored, to: told)].compactMap(\.self)
        old = PayloadFields(of: stored)
      }
      let new = try PayloadFields(values)
      let changed = Set(old.numbers + new.numbers).filter { old[$0] != new[$0] }.sorted()
      return RowVerdict(
        outcome: .imported, entity: entity, events: events, row: first(.made, before.entity),
        written: [RowMemory.presence] + changed)
    }
    return try merge(entity, before, own: own)
  }

  /// What the row says now, with what it said before where that is the same in other words.
  private func reread<State: Importable>(
    _ type: State.Type, _ base: PayloadFields
  ) throws -> PayloadFields {
    var told = reconciled(try PayloadFields(values), with: base)
    let before = try State(payload: base.joined)
    for number in source.restatement(in: named.member.row, of: before) {
      told.put(number, base[number])
    }
    return told
  }

  /// What becomes of a row that its source does not have any more: its entity goes too, unless a
  /// person has changed it since.
  ///
  /// - Parameter isOthers: whether a person made it, or another row is it too; then it stays.
  static func removal<State: Importable>(
    of before: ImportedRow, _ entity: UUID, own: State?, isOthers: Bool
  ) throws -> RowVerdict<State> {
    var row = before
    row.memory.origin = nil
    func gone(_ presence: RowPresence) -> (row: ImportedRow?, written: [Int]) {
      row.presence = presence
      return before.presence == presence ? (nil, []) : (row, [RowMemory.presence])
    }
    var kept: [Int] = []
    if let own {
      let memory = before.memory.asNow(State.self)
      let (last, base) = (
        try PayloadFields(memory.told), try PayloadFields(memory.takenOver)
      )
      let fields = PayloadFields(of: own)
      kept = Set(base.numbers + fields.numbers)
        .filter { base[$0] != fields[$0] && last[$0] != fields[$0] }.sorted()
      if kept.isEmpty, !isOthers, let event = State.removed {
        let (row, written) = gone(.removed)
        return RowVerdict(
          outcome: .changed, entity: entity, events: [event], row: row, written: written)
      }
    }
    let (left, written) = gone(.gone)
    return RowVerdict(
      outcome: own == nil ? .unchanged : .conflict, entity: entity, row: left, written: written,
      kept: kept, own: own)
  }

  /// A row that is an entity which no import of this source put there: it adds what is not told
  /// there, and nothing else.
  private func meet<State: Importable>(
    _ entity: UUID, _ id: UUID, _ own: State
  ) throws -> RowVerdict<State> {
    let ownFields = PayloadFields(of: own)
    let told = reconciled(try PayloadFields(values), with: ownFields)
    let differing = told.numbers.filter { told[$0] != ownFields[$0] }
    // In words that the source does not have, or in a form that holds less.
    let alike = alike(differing, told, own).union(
      differing.isEmpty ? [] : source.agreement(of: named.member.row, with: own))
    var (merged, applied, kept) = (ownFields, [Int](), [Int]())
    for number in differing where !alike.contains(number) {
      if ownFields[number].isEmpty {
        merged.put(number, told[number])
        applied.append(number)
      } else {
        kept.append(number)
      }
    }
    return try verdict(
      entity, own, merged, applied, kept, row: first(.found, entity == id ? nil : entity),
      written: applied)
  }

  /// A row that was imported before: a field becomes what the source says now when the entity says
  /// what was taken over last, or what the source told last. The others are as a person has changed
  /// them: they stay, and are in conflict when the source says something new.
  private func merge<State: Importable>(
    _ entity: UUID, _ before: ImportedRow, own: State?
  ) throws -> RowVerdict<State> {
    let (last, base) = (
      try PayloadFields(before.memory.told), try PayloadFields(before.memory.takenOver)
    )
    let told = try reread(State.self, base)
    func verdict(
      of kept: [Int], _ applied: [Int], _ merged: PayloadFields
    ) throws -> RowVerdict<State> {
      let row = try again(before, told, writing: applied, to: base)
      var written = applied
      if before.presence != .present { written.append(RowMemory.presence) }
      return try self.verdict(
        entity, own, merged, applied, kept.filter { told[$0] != last[$0] }, row: row,
        written: written)
    }
    guard let own else {
      // A person deleted it, and that wins.
      let kept = Set(told.numbers + base.numbers).filter { told[$0] != base[$0] }
      return try verdict(of: kept.sorted(), [], told)
    }
    let ownFields = PayloadFields(of: own)
    let untold = named.member.row.untold
    var (differing, kept) = ([Int](), [Int]())
    for number in Set(told.numbers + ownFields.numbers).sorted()
    where told[number] != ownFields[number] && !untold.contains(number) {
      if ownFields[number] == base[number] || ownFields[number] == last[number] {
        differing.append(number)
      } else if told[number] != base[number] {
        kept.append(number)
      }
    }
    // Without a change here the row is what has changed, or what its form leaves out is told anew.
    let alike = ownFields != base ? alike(differing + kept, told, own) : []
    differing.removeAll(where: alike.contains)
    var merged = ownFields
    for number in differing { merged.put(number, told[number]) }
    return try verdict(of: kept.filter { !alike.contains($0) }, differing, merged)
  }

  /// Numbers of those fields in which an entity says what is told, in the form of the source.
  private func alike<State: Importable>(
    _ differing: [Int], _ told: PayloadFields, _ own: State
  ) -> Set<Int> {
    guard !differing.isEmpty, !corrects,
      let retold = source.retold(own, like: named.member.row) as? State
    else { return [] }
    let fields = PayloadFields(of: retold)
    return Set(differing.filter { told[$0] == fields[$0] })
  }

  private func verdict<State: Importable>(
    _ entity: UUID, _ own: State?, _ merged: PayloadFields, _ applied: [Int], _ kept: [Int],
    row: ImportedRow?, written: [Int]
  ) throws -> RowVerdict<State> {
    var event: State.Event?
    if let own, !applied.isEmpty {
      event = State.amended(from: own, to: try State(payload: merged.joined))
    }
    let outcome: ImportOutcome =
      !kept.isEmpty ? .conflict : event != nil ? .changed : .unchanged
    return RowVerdict(
      outcome: outcome, entity: entity, events: event.map { [$0] } ?? [],
      row: row, written: written, applied: event == nil ? [] : applied, kept: kept, own: own)
  }

  /// Numbers of the fields in which an entity does not say what the row says, or more exactly.
  func differences(from own: any Importable) throws -> [Int] {
    let fields = PayloadFields(of: own)
    var told = reconciled(try PayloadFields(values), with: fields)
    for number in source.agreement(of: named.member.row, with: own) {
      told.put(number, fields[number])
    }
    return Set(told.numbers + fields.numbers).filter { told[$0] != fields[$0] }.sorted()
  }

  /// The row when it comes to its entity.
  private func first(_ origin: RowOrigin, _ link: UUID?) -> ImportedRow {
    var row = ImportedRow()
    row.provider = source.provider
    row.instance = source.instance
    row.table = named.member.row.table
    row.key = named.key
    row.memory = RowMemory(told: values, origin: origin)
    row.entity = link
    return row
  }

  /// The row when it is read again; nil when it is kept like that already.
  ///
  /// - Parameter written: numbers of the fields that are taken over; the others keep their base.
  private func again(
    _ before: ImportedRow, _ told: PayloadFields, writing written: [Int], to base: PayloadFields
  ) throws -> ImportedRow? {
    var row = before
    row.presence = .present
    // The same fields in other bytes are no change.
    if try PayloadFields(before.memory.told) != told { row.memory.told = told.joined }
    var takenOver = base
    for number in written { takenOver.put(number, told[number]) }
    row.memory.takenOver = takenOver == told ? row.memory.told : takenOver.joined
    if row == before { return nil }
    row.memory.origin = nil
    return row
  }

  /// What is told, with what is known where the source says nothing, or the same less exactly.
  private func reconciled(_ told: PayloadFields, with known: PayloadFields) -> PayloadFields {
    var result = told
    for number in named.member.row.untold { result.put(number, known[number]) }
    for time in named.member.row.times where told[time.field] != known[time.field] {
      guard let told = told.date(time.field), let exact = known.date(time.field),
        time.allows(exact, for: told)
      else { continue }
      result.put(time.field, known[time.field])
    }
    return result
  }
}

extension PayloadFields {
  /// The field as a time; nil when it holds none.
  fileprivate func date(_ number: Int) -> Date? {
    self[number].withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      guard (try? reader.next()) == number else { return nil }
      return try? reader.date()
    }
  }
}
