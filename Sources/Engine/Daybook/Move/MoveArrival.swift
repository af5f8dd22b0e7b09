/// What a move writes in the store that is to have the entity; one undo takes all of it back.
struct MoveArrival {
  private let target: EventStore
  private let watch: @Sendable () throws -> Void
  /// How many events it has brought.
  private(set) var events = 0
  /// The last transaction that it wrote; nil before.
  private(set) var last: History.Token?
  private var first: UInt64?
  /// How often a part was compared with what the store has.
  private(set) var comparisons = 0
  /// How many states a transaction brings at most.
  private static var portion: Int { 256 }

  init(target: EventStore, watch: @escaping @Sendable () throws -> Void) {
    (self.target, self.watch) = (target, watch)
  }

  // MARK: Writing

  /// Takes back what keeps the parts of a plan out, and appends what the store lacks.
  mutating func bring(_ plan: MovePlan, author: String?) throws {
    var match = try target.reading { try MoveMatch(plan, $0) }
    defer { comparisons += match.comparisons }
    try checkUnmixed(match)
    try checkUnchanged(match, plan)
    if !match.unstated.isEmpty { try tryRestating(match, plan) }
    try takeBack(&match, plan, mover: author)
    for save in plan.saves where !match.missing(of: save).isEmpty {
      events += try write(save.author, mover: author, &match, plan) { match, draft in
        let missing = match.missing(of: save)
        try draft.append(missing, of: save)
        return missing.count
      }
    }
    // First what is seen here: of a circle of merges that is the oldest there too.
    for isSeen in [true, false] {
      let places = match.unstated.filter { plan.parts[$0].isSeen == isSeen }
      try restate(places, &match, plan, mover: author)
    }
  }

  /// Makes sure that the events leave the states that they carry, in a draft that is thrown away.
  private func tryRestating(_ match: MoveMatch, _ plan: MovePlan) throws {
    do {
      try target.append(context: Departure.context) { draft in
        for place in match.unstated { try plan.parts[place].restate(in: &draft) }
        throw Tried()
      }
    } catch is Tried {}
  }

  /// Brings states that the store lacks.
  private mutating func restate(
    _ places: [Int], _ match: inout MoveMatch, _ plan: MovePlan, mover: String?
  ) throws {
    for start in stride(from: 0, to: places.count, by: Self.portion) {
      let portion = places[start..<min(start + Self.portion, places.count)]
      events += try write(mover, mover: mover, &match, plan) { match, draft in
        // What others change meanwhile is found out at the end.
        let lacking = portion.filter { match.lacksState(of: $0) }
        for place in lacking { try plan.parts[place].restate(in: &draft) }
        return lacking.count
      }
    }
  }

  /// Takes back what has to go, as many transactions at once as one can take back.
  private mutating func takeBack(
    _ match: inout MoveMatch, _ plan: MovePlan, mover: String?
  ) throws {
    let undos = match.undos
    do {
      for start in stride(from: 0, to: undos.count, by: Limits.events) {
        let portion = Set(undos[start..<min(start + Limits.events, undos.count)])
        _ = try write(mover, mover: mover, &match, plan) { match, draft in
          // What others take back meanwhile counts no more; what they add waits for the next call.
          try draft.undo(transactions: match.undos.filter(portion.contains), isMove: true)
          return 0
        }
      }
    } catch let error as StoreError where error.code == .notUndoable {
      throw StoreError(
        error.code,
        "\(plan.parts[0].name) cannot come into the store at \(target.path), and stays where it is: there, \(error.message)",
        cause: error)
    }
  }

  /// Writes a transaction of the call's undo group, which the mover takes back. Returns what `body`
  /// does.
  private mutating func write(
    _ author: String?, mover: String?, _ match: inout MoveMatch, _ plan: MovePlan,
    _ body: @escaping @Sendable (MoveMatch, inout Draft) throws -> Int
  ) throws -> Int {
    let (group, known) = (first, match)
    let (count, token, now) = try target.placing {
      try target.write(
        author: author, context: Departure.context, durability: .relaxed
      ) { draft in
        var now = known
        // Somebody else has written there since: the same move by another process, perhaps.
        if draft.newest != now.newest { try now.follow(plan, draft.now()) }
        if let group { try draft.joinUndoGroup(of: group) }
        if author != mover { draft.leaveUndo(to: mover) }
        return (try body(now, &draft), draft.token, now)
      }
    }
    match = now
    guard let token else { return count }
    match.pass(token.transaction)
    last = token
    first = first ?? token.transaction
    try watch()
    return count
  }

  // MARK: Looking

  /// Makes sure that the store's readers see what they see in the one that it leaves.
  ///
  /// - Throws: `StoreError.refusedByMove`.
  func check(_ plan: MovePlan) throws {
    try target.reading { reader in
      let match = try MoveMatch(plan, reader)
      try checkUnmixed(match)
      try checkUnchanged(match, plan)
      let isMissing = plan.saves.contains { !match.missing(of: $0).isEmpty }
      guard !isMissing, match.stale.isEmpty, match.unstated.isEmpty else {
        throw refusal(
          plan.parts[0],
          "does not count what was brought there, or counts what was taken back here",
          "look who may write there, and move it again")
      }
      for (index, part) in plan.parts.enumerated() {
        if part.role == .absent, part.isDeleted, try part.isSeen(in: reader) {
          throw refusal(
            plan.parts[0], "shows \(part.name), which is deleted here",
            "delete that there too, and move it again")
        }
        let isWhole = part.statement == nil && match.isWhole(index)
        try check(part, isWhole: isWhole, reader)
      }
    }
  }

  private func check(_ part: MovedPart, isWhole: Bool, _ reader: borrowing Reader) throws {
    if part.role == .leaves, try !part.isSeen(in: reader) {
      if try part.isThere(in: reader) {
        throw refusal(
          part, "hides it with what it refers to, which is deleted there",
          "bring that back there, or delete it here too")
      }
      let newest = try MovedEvent.all(of: part.entity, part.id, reader).last(where: \.counts)
      throw refusal(
        part,
        "has it deleted\(newest.map { ", at the latest by transaction \($0.transaction)" } ?? "")",
        "take that back there, or delete it here too")
    }
    if isWhole, try !part.isSame(in: reader) {
      throw refusal(
        part, "makes another state of the same events, whose order there is another one",
        "take back there what was brought, and move it again")
    }
  }

  private func checkUnchanged(_ match: MoveMatch, _ plan: MovePlan) throws {
    guard let (place, number) = match.changed else { return }
    throw refusal(
      plan.parts[place], "has changed or deleted it, at the latest by transaction \(number)",
      "take that back there, or move it with its history")
  }

  private func checkUnmixed(_ match: MoveMatch) throws {
    guard let number = match.mixed.min() else { return }
    throw StoreError(
      .refusedByMove,
      "transaction \(number) in the store at \(target.path) holds what was taken back in the store that is to be left, together with other changes; take it back there, or bring it back here, and move it again; nothing was deleted"
    )
  }

  /// The draft has served.
  private struct Tried: Error {}

  private func refusal(_ part: MovedPart, _ what: String, _ remedy: String) -> StoreError {
    StoreError(
      .refusedByMove,
      "\(part.name) did not leave its store, because the one at \(target.path) \(what); \(remedy)")
  }
}
