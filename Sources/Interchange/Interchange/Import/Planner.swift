internal import Daybook

/// Goes through a source and says what becomes of each row.
struct Planner {
  private let work: Import
  private var questions: [ImportQuestion] = []
  private var subjects = SubjectMap()
  private var adoption: Adoption
  private var likeness = ImportGuard()
  private var report: ReportBuilder
  /// What the rows of each table are.
  private var types: [String: any Importable.Type] = [:]
  /// How many rows were imported before, and not gone since.
  private var known = 0
  /// Tables of what rows belong to.
  private var subjectTables: Set<String> = []
  /// Whether the store holds anything that a row may be.
  private var isFilled = false
  /// Rows that can hardly be so, or are here already.
  private var doubts = ImportDoubts()

  init(work: Import) {
    self.work = work
    adoption = Adoption(source: work.source)
    report = ReportBuilder(source: work.source)
  }

  consuming func plan(_ reader: borrowing Reader) throws -> ImportPlan {
    try work.source.check(reader)
    isFilled = try reader.token().number > 0
    let all = work.source.subjects
    let rows = Set(all.map { SourceIdentity.row(of: work.source, $0.table, .id($0.key), 1) })
    for subject in all {
      subjectTables.insert(subject.table)
      try settle(subject, among: rows, reader)
    }
    let repeated = try RepeatedKeys(of: work.source, subjects)
    var grouping = RowGrouping(work.source, repeated)
    var planned = PlannedRows(of: work.source.files)
    try grouping.read(subjects) { item in
      planned.add(item)
      switch item {
      case .group(let group): try add(group, reader)
      case .quarantined(let row, let isDerived): report.add(row, isDerived: isDerived)
      case .skipped(let row): report.add(row)
      case .repeated(let group): report.addRepeated(group)
      }
    }
    if !work.corrects {
      try likeness.check()
      questions += try likeness.questions(work.answers)
    }
    var vanished = VanishedRows(work.source, types)
    try vanished.find(known: known, repeated, subjects, &report, reader)
    if !work.removesVanished {
      vanished.rows = []
    } else if !work.corrects {
      try vanished.check(known: known)
    }
    try vanished.foresee(&report, reader)
    questions += try doubts.questions(work.answers)
    return ImportPlan(
      report: report.finished(of: work.source), questions: questions, subjects: subjects,
      adopted: adoption.adopted, repeated: repeated,
      hasRepeats: grouping.hasRepeats, rows: planned, vanished: vanished,
      subjectTables: subjectTables, sideTables: work.source.sideTables)
  }

  private mutating func add(_ group: RowGroup, _ reader: borrowing Reader) throws {
    let named = try group.named(by: work.source) { try reader.entity(ImportedRow.self, $0) }
    let new = try named.filter { $0.before == nil }.map { row in
      (row: row, candidates: try adoption.candidates(for: row, reader))
    }
    // First those that say what the row says, so that none is taken for another row.
    for isExact in [true, false] {
      for (row, candidates) in new where adoption.adopted[row.id] == nil {
        let entity = try candidates?.first {
          try !adoption.taken.contains($0)
            && (!isExact || isSame(row, row.member.row.state, $0, reader))
        }
        if let entity { adoption.take(entity, for: row.id) }
      }
    }
    for (row, candidates) in new where candidates == nil { try findTwin(of: row, reader) }
    for row in named {
      if row.before?.presence == .present, vanishes(row.member.row) { known += 1 }
      try judge(row, row.member.row.state, reader)
    }
  }

  /// Takes a new row for the entity that says the same when somebody has answered that it is, and
  /// else notes that there is one.
  private mutating func findTwin(
    of named: RowGroup.Named, _ reader: borrowing Reader
  ) throws {
    let row = named.member.row
    guard isFilled, adoption.adopted[named.id] == nil, !row.isMention,
      try !isThere(row.state, row.entity ?? named.id, reader),
      let twin = try row.state.importTwins(in: reader).first(where: {
        !adoption.taken.contains($0)
      })
    else { return }
    if ImportDoubts.takesTwins(row.table, work.answers) {
      adoption.take(twin, for: named.id)
    } else {
      doubts.noteTwin(row)
    }
  }

  /// Whether there is or was an entity.
  private func isThere<State: Importable>(
    _ state: State, _ id: UUID, _ reader: borrowing Reader
  ) throws -> Bool {
    try reader.state(State.self, id) != nil
  }

  /// Whether a row that is an entity would leave it as it is.
  private func isSame<State: Importable>(
    _ named: RowGroup.Named, _ state: State, _ entity: UUID, _ reader: borrowing Reader
  ) throws -> Bool {
    let verdict = try RowRule(named, work.source, corrects: work.corrects).verdict(
      named.id, state, before: nil, adopted: entity
    ) { try reader.state(State.self, $0) }
    return verdict.outcome == .unchanged
  }

  private mutating func judge<State: Importable>(
    _ named: RowGroup.Named, _ state: State, _ reader: borrowing Reader
  ) throws {
    let verdict = try RowRule(named, work.source, corrects: work.corrects).verdict(
      named.id, state, before: named.before, adopted: adoption.adopted[named.id]
    ) { try reader.state(State.self, $0) }
    if let before = named.before {
      likeness.compare(
        before, named.member.values, state, isLocal: !named.member.row.times.isEmpty)
    }
    report.add(named.member.row, State.self, verdict)
    if verdict.outcome != .unchanged { doubts.note(named.member.row) }
    if vanishes(named.member.row) { types[named.member.row.table] = State.self }
  }

  /// Whether the entry of a row goes when the row does. A child that was put together from the
  /// cells of its entries stays when they go; a height that stood beside a weight goes with it.
  private func vanishes(_ row: ImportRow) -> Bool {
    !row.isDerived || !subjectTables.contains(row.table)
  }

  // MARK: Subjects

  /// Finds the entity that a subject is, or asks.
  ///
  /// - Parameter rows: those of all subjects; what another row was is free when the source does not
  ///   tell that any more.
  private mutating func settle(
    _ subject: ImportSubject, among rows: Set<UUID>, _ reader: borrowing Reader
  ) throws {
    let id = SourceIdentity.row(of: work.source, subject.table, .id(subject.key), 1)
    if let row = try reader.entity(ImportedRow.self, id) {
      return subjects.set(subject, row.entity ?? id)
    }
    let question = "\(subject.table):\(subject.key)"
    let namesakes = try adoption.free(
      subject.namesakes(reader), subject.table, rows: rows, reader)
    if let answer = work.answers[question] {
      return try take(answer, for: subject, id, question, reader)
    }
    let own = subject.entity ?? id
    // Something with its very identifier is it; of two of one name only a person knows which.
    let only = subject.takesNamesake && namesakes.count == 1 ? namesakes.first : nil
    let found = namesakes.contains(own) ? own : only
    if let found { adoption.take(found, for: id) }
    subjects.set(subject, found ?? own)
    if found != nil || namesakes.isEmpty { return }
    questions.append(
      ImportQuestion(
        id: question, text: "Is \(subject.name) somebody who is here already?",
        choices: [.init(answer: "new", meaning: "somebody else")]
          + namesakes.map { .init(answer: $0.uuidString, meaning: "\(subject.name), who is here") })
    )
  }

  private mutating func take(
    _ answer: String, for subject: ImportSubject, _ id: UUID, _ question: String,
    _ reader: borrowing Reader
  ) throws {
    if answer == "new" { return subjects.set(subject, subject.entity ?? id) }
    guard let entity = UUID(uuidString: answer) else {
      throw InterchangeError(
        .unanswered, "The answer to \(question) is “\(answer)”; answer “new” or an identifier.")
    }
    guard try subject.isKnown(reader, entity) else {
      throw InterchangeError(
        .unanswered,
        "The answer to \(question) is “\(answer)”, which is nobody here; answer “new” or the "
          + "identifier of somebody who is.")
    }
    adoption.take(entity, for: id)
    subjects.set(subject, entity)
  }
}
