/// A filter in the numbers of one store.
///
/// Each test asks for one number out of many, of a block's summary or of a transaction itself.
struct FilterMatcher {
  /// At least one number that passes must be there.
  private enum Test {
    case anyOf(Set<UInt32>)
    /// Numbers of authors other than these.
    case otherAuthor(Set<UInt32>)
  }

  /// What no summary says.
  private enum Look {
    case replica(Set<UInt32>)
    case time(Range<Date>)
  }

  private let names: Names
  private var tests: [Test] = []
  /// What has to be looked up of each transaction.
  private var looks: [Look] = []
  /// Of each of these one at least has to want a transaction.
  private var alternatives: [[FilterMatcher]] = []
  /// None of these may want a transaction.
  private var exceptions: [FilterMatcher] = []
  /// The entities that must be touched.
  private(set) var entities: [EntityKey] = []
  /// Whether the store does not even know a name that is asked for.
  private(set) var matchesNothing = false

  /// - Parameter log: where replicas are looked up; not kept.
  init(
    _ conditions: [History.Filter.Condition], _ names: Names, _ log: LogReader
  ) throws {
    self.names = names
    for condition in conditions { try add(condition, log) }
  }

  /// Whether every transaction is wanted.
  var matchesAll: Bool {
    tests.isEmpty && looks.isEmpty && alternatives.isEmpty && exceptions.isEmpty
      && entities.isEmpty && !matchesNothing
  }

  private mutating func add(
    _ condition: History.Filter.Condition, _ log: LogReader
  ) throws {
    switch condition {
    case .author(let authors): need(numbers(of: authors))
    case .not(.author(let authors)): tests.append(.otherAuthor(Set(numbers(of: authors))))
    case .not(let other): exceptions.append(try FilterMatcher([other], names, log))
    case .context(let context):
      need([number(.context, context, Summary.noContext)].compactMap(\.self))
    case .kind(let kind):
      need([kindNumber(kind)].compactMap(\.self))
    case .event(let name):
      need(names.all.indices.filter { isEvent(names.all[$0], name) }.map { UInt32($0 + 1) })
    case .origin(let origin):
      need([origin == .local ? Summary.local : Summary.remote])
    case .entity(let kind, let id):
      guard let number = kindNumber(kind) else { return need([]) }
      need([number])
      entities.append(EntityKey(kind: number, id: id))
    case .time(let range): looks.append(.time(range))
    case .replica(let ids):
      let numbers = Set(try ids.compactMap { try log.number(of: $0) })
      if numbers.isEmpty { return need([]) }
      looks.append(.replica(numbers))
    case .anyOf(let filters):
      let matchers = try filters.map { try FilterMatcher($0, names, log) }
      if matchers.allSatisfy(\.matchesNothing) { matchesNothing = true }
      alternatives.append(matchers)
    }
  }

  private mutating func need(_ numbers: [UInt32]) {
    tests.append(.anyOf(Set(numbers)))
    if numbers.isEmpty { matchesNothing = true }
  }

  private func isEvent(_ name: Names.Name, _ text: String) -> Bool {
    name.sort == Names.Sort.eventType.rawValue && name.text == text
  }

  private func numbers(of authors: [String?]) -> [UInt32] {
    authors.compactMap { number(.author, $0, Summary.noAuthor) }
  }

  private func number(_ sort: Names.Sort, _ text: String?, _ mark: UInt32) -> UInt32? {
    guard let text else { return mark }
    return names.number(Names.Name(sort: sort.rawValue, text: text))
  }

  private func kindNumber(_ kind: String) -> UInt32? {
    names.number(Names.Name(sort: Names.Sort.kind.rawValue, text: kind))
  }

  private func passes(_ number: UInt32, _ test: Test) -> Bool {
    switch test {
    case .anyOf(let wanted): return wanted.contains(number)
    case .otherAuthor(let excluded):
      let isAuthor =
        number == Summary.noAuthor || names[number]?.sort == Names.Sort.author.rawValue
      return isAuthor && !excluded.contains(number)
    }
  }

  /// Whether a block may hold a wanted transaction.
  func mayMatch(_ summary: Summary) -> Bool {
    if summary.contains(Summary.anything) { return true }
    return tests.allSatisfy { test in summary.numbers.contains { passes($0, test) } }
      && alternatives.allSatisfy { any in
        any.contains { !$0.matchesNothing && $0.mayMatch(summary) }
      }
  }

  /// Whether a transaction is wanted.
  ///
  /// - Parameter isTrailed: whether it is known to touch the first of the entities.
  func matches(_ number: UInt64, _ log: LogReader, isTrailed: Bool) throws -> Bool {
    if matchesNothing { return false }
    var open = tests
    if !open.isEmpty {
      try log.eachSummaryNumber(of: number, { names[$0] }) { found in
        open.removeAll { passes(found, $0) }
        return !open.isEmpty
      }
      if !open.isEmpty { return false }
    }
    let unknown = entities.dropFirst(isTrailed ? 1 : 0)
    if !unknown.isEmpty {
      let touched = try log.touched(number)
      guard unknown.allSatisfy({ touched.contains($0) }) else { return false }
    }
    return try looks.allSatisfy { try finds($0, number, log) }
      && alternatives.allSatisfy { any in
        try any.contains { try $0.matches(number, log, isTrailed: false) }
      }
      && exceptions.allSatisfy { try !$0.matches(number, log, isTrailed: false) }
  }

  private func finds(_ look: Look, _ number: UInt64, _ log: LogReader) throws -> Bool {
    try log.withTransaction(number) { record, header in
      switch look {
      case .replica(let replicas): replicas.contains(record.replica)
      case .time(let range):
        range.contains(try TravellingHeader(header, of: number).wallTime)
      }
    } ?? false
  }
}
