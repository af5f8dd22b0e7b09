#if Tools
import Daybook

/// Why a row of a view is as it is, as screens show it.
struct RowAnswer<Tool: StoreTool> {
  private typealias Screen = Tool.Screen

  private let words: StoredRowWords<Tool>
  private let row: UntypedRow
  private let given: [(contribution: Contribution, thing: String, setters: FieldSettersWords)]
  private let omitted: [(omission: Omission, thing: String, reason: String)]
  private let hasMore: Bool
  /// Whether more give to the row than are shown.
  private let givesMore: Bool
  /// How many other things give to the row, of kinds that nobody asked for.
  private let others: Int
  private let sum: ContributionSum

  /// Looks up what a row is made of, at most so many of each sort; of some kinds alone, or all.
  init(
    _ why: ViewContributions, _ words: StoredRowWords<Tool>, _ row: UntypedRow,
    of kinds: Set<String>?, limit: Int
  ) throws {
    self.words = words
    self.row = row
    let (table, screen) = (words.table.name, words.screen)
    // Of some kinds all are looked through, which are few.
    let most = kinds == nil ? limit + 1 : Int.max
    let isMeant = { (kind: String) in kinds?.contains(kind) ?? true }
    let all = try why.contributions(to: row.key, table: table, limit: most)
    let found = all.filter { isMeant($0.kind) }
    others = all.count - found.count
    let lost =
      (try why.omissions(of: row.key, table: table, limit: most) + why.leftOut(limit: most))
      .filter { isMeant($0.kind) }
    givesMore = found.count > limit
    hasMore = givesMore || lost.count > limit
    given = try why.read { reader in
      try found.prefix(limit).map { one in
        (
          one, try Self.thing(one.kind, one.entity, reader, screen),
          try FieldSettersWords(try reader.origins(ofKind: one.kind, one.entity), reader, screen)
        )
      }
    }
    omitted = try why.read { reader in
      try lost.prefix(limit).map { one in
        (
          one, try Self.thing(one.kind, one.entity, reader, screen),
          try Self.reason(one, reader, screen)
        )
      }
    }
    sum = try why.sum(of: row.key, table: table)
  }

  private static func thing(
    _ kind: String, _ id: UUID, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> String {
    let known = screen.kind(stored: kind)
    let line = try known?.shown(reader, id, screen)?.line
    return "\(known?.word ?? kind) \(IDPrefix.shortest(id))" + (line.map { ": \($0)" } ?? "")
  }

  // MARK: For people

  func print(more: String) {
    let value = words.value(row.row)
    // A row may have no more than its key.
    let isThere = !row.row.isEmpty || !given.isEmpty || others > 0
    let says = isThere ? value : "there is no such row"
    Terminal.line(words.key(row) + (says.isEmpty ? "" : ": \(says)"))
    printGiven()
    Terminal.line(sumWords)
    printOmitted()
    Terminal.line(words.screen.zoneLegend)
    if hasMore { Terminal.line("There are more: \(more)") }
  }

  private func printGiven() {
    guard !given.isEmpty else { return }
    var table = TextTable(["gives", "thing", "set by"], wholeAtEnd: 1)
    for (one, thing, setters) in given {
      let share = one.isShare ? words.value(one.row) : "has touched it"
      table.add([share, thing, setters.text])
    }
    table.print()
  }

  private var sumWords: String {
    let count =
      Measures.count(given.count, "thing") + (givesMore ? " and more" : "")
      + (others > 0 ? " and \(others) of other kinds" : "")
    let comes = given.count + others == 1 && !givesMore ? "comes" : "come"
    switch sum {
    case .addsUp where given.isEmpty && others == 0: return "Nothing gives to it."
    case .addsUp where given.isEmpty:
      return "Nothing of what was asked for gives to it; \(Measures.count(others, "other thing")) "
        + (others == 1 ? "does." : "do.")
    case .addsUp: return "Adds up: \(count) \(comes) to this row."
    case .differs(let given, _):
      let come = given.map { words.value($0) } ?? "no row"
      return "Does not add up: \(count) \(comes) to \(come); "
        + "`rebuild \(words.view.name)` makes it anew"
    case .unknown:
      return "The view looks at its other rows, so there are no shares to add up: \(count)."
    }
  }

  private func printOmitted() {
    guard !omitted.isEmpty else { return }
    Terminal.line("Not counted:")
    var table = TextTable(["would give", "thing", "why"], wholeAtEnd: 1)
    for (one, thing, reason) in omitted {
      table.add([words.value(one.row), thing, reason])
    }
    table.print()
  }

  private static func reason(
    _ omission: Omission, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> String {
    let reason = omission.reason.words
    let by = try omission.transaction.map { transaction in
      let writer = try reader.writer(of: transaction) ?? "somebody"
      return " by \(writer), transaction \(transaction.number), "
        + screen.time(transaction.wallTime)
    }
    return reason.before + (by ?? "") + reason.after
  }

  // MARK: For programs

  func json(more: String) -> [String: JSON.Value] {
    [
      "view": .text(words.view.name), "table": .text(words.table.name),
      "key": JSON.Value(words.parts(row)), "keyBytes": .text(HexText.text(row.key)),
      "row": words.json(row.row), "sum": .text(sumName),
      "more": hasMore ? .text(more) : .null,
      "given": .list(
        given.map { one, thing, setters in
          .object([
            "storedKind": .text(one.kind), "id": .text(one.entity.uuidString),
            "line": .text(thing), "isShare": .bool(one.isShare),
            "row": words.json(one.row), "setBy": .list(setters.json),
          ])
        }),
      "omitted": .list(
        omitted.map { one, thing, _ in
          .object([
            "storedKind": .text(one.kind), "id": .text(one.entity.uuidString),
            "line": .text(thing), "row": words.json(one.row),
            "reason": .text(Self.name(one.reason)),
            "number": one.transaction.map { JSON.Value($0.number) } ?? .null,
            "author": JSON.Value(one.transaction?.author),
          ])
        }),
    ]
  }

  private var sumName: String {
    switch sum {
    case .addsUp: "addsUp"
    case .differs: "differs"
    case .unknown: "unknown"
    }
  }

  private static func name(_ reason: Omission.Reason) -> String {
    switch reason {
    case .takenBack: "takenBack"
    case .void: "void"
    case .deleted: "deleted"
    case .merged: "merged"
    case .hidden: "hidden"
    case .leftOut: "leftOut"
    }
  }
}

/// Who has set the fields of a thing, by transaction.
struct FieldSettersWords {
  /// Such as `Ada 1: name, shelf; Ben 4, late: amount`.
  let text: String
  let json: [JSON.Value]

  init(
    _ origins: [History.FieldOrigin], _ reader: borrowing Reader, _ screen: some ToolScreen
  ) throws {
    let origins = origins.filter { !$0.isUntouched }
    var order: [UInt64] = []
    var names: [UInt64: [String]] = [:]
    var heads: [UInt64: String] = [:]
    for origin in origins {
      let number = origin.transaction?.number ?? 0
      if names[number] == nil { order.append(number) }
      names[number, default: []].append(origin.name ?? "field \(origin.number)")
      heads[number] =
        try origin.transaction.map { transaction in
          let writer = try reader.writer(of: transaction) ?? "somebody"
          let late = origin.isLate ? ", late" : ""
          return "\(writer) \(screen.time(transaction.wallTime)), transaction \(number)\(late)"
        } ?? "what was purged"
    }
    text = order.sorted().map { number in
      "\(heads[number] ?? ""): \((names[number] ?? []).joined(separator: ", "))"
    }.joined(separator: "; ")
    json = origins.map { origin in
      .object(
        [
          "field": .int(origin.number), "name": JSON.Value(origin.name),
          "number": origin.transaction.map { JSON.Value($0.number) } ?? .null,
          "author": JSON.Value(origin.transaction?.author), "isLate": .bool(origin.isLate),
        ].with("when", origin.transaction?.wallTime))
    }
  }
}
#endif
