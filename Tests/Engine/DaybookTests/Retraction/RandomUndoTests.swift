import Daybook
import DaybookTesting
import TestRun
import Testing

/// Undo and redo at random, by number and by author, against a plain model.
@Suite(.tags(.model)) struct RandomUndoTests {
  /// A transaction as the model remembers it: work, taking back, or both.
  private struct Entry {
    let author: String?
    let amount: Int64?
    let targets: [Int]
    /// The entry that began its undo group, when it is another one.
    var group: Int?
    var isUndo: Bool { amount == nil }
  }

  private struct Model {
    var log: [Entry] = []

    /// Which count: from the newest to the oldest, unless a newer one that counts names it.
    var counting: Set<Int> {
      var (counting, named): (Set<Int>, Set<Int>) = ([], [])
      for index in log.indices.reversed() where !named.contains(index) {
        counting.insert(index)
        named.formUnion(log[index].targets)
      }
      return counting
    }

    var amount: Int64? {
      let counting = counting
      return log.indices.last { log[$0].amount != nil && counting.contains($0) }
        .flatMap { log[$0].amount }
    }

    /// What an undo by the author takes back; nil for nothing.
    func undo(by author: String?) -> [Int]? {
      let counting = counting
      return log.indices.last {
        log[$0].author == author && !log[$0].isUndo && counting.contains($0)
      }.map { group(of: $0).filter(counting.contains) }
    }

    /// All that was written as one save with an entry.
    func group(of index: Int) -> [Int] {
      let first = log[index].group ?? index
      return log.indices.filter { ($0 == first || log[$0].group == first) }
    }

    func undo(_ index: Int) -> [Int]? { counting.contains(index) ? [index] : nil }

    func redo(by author: String?) -> [Int]? {
      let counting = counting
      for index in log.indices.reversed()
      where log[index].author == author && counting.contains(index) {
        if !log[index].isUndo { return nil }
        let lost = log[index].targets.filter { !log[$0].isUndo && !counting.contains($0) }
        if !lost.isEmpty { return undos(of: lost) }
      }
      return nil
    }

    func redo(_ index: Int) -> [Int]? { counting.contains(index) ? nil : undos(of: [index]) }

    private func undos(of lost: [Int]) -> [Int]? {
      let counting = counting
      let undos = log.indices.filter { index in
        counting.contains(index) && log[index].targets.contains(where: lost.contains)
      }
      return undos.allSatisfy { log[$0].isUndo } ? undos : nil
    }
  }

  private let store: EventStore
  private let id = UUID()
  private static let authors: [String?] = ["Ada", "Ben", nil]

  init() throws { store = try EventStore.temporary(schema: pantry, options: TestClock().options) }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `undo and redo do what they say, or say that there is nothing to do`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = Model()
    for step in 0..<80 {
      let author = Self.authors.randomElement(using: &random) ?? nil
      let target = Int.random(in: 0..<max(1, model.log.count), using: &random)
      let choice = model.log.isEmpty ? 0 : Int.random(in: 0..<10, using: &random)
      let place = "seed \(seed), step \(step), choice \(choice)"
      switch choice {
      case 0: try work(&model, author, [])
      case 1: try work(&model, author, [], joining: target)
      case 2: try work(&model, author, [target])
      case 3: try retract(&model, author, target, &random)
      case 4, 5:
        try expect(model.undo(by: author), &model, author, place) {
          try store.undo(by: author)
        }
      case 6, 7:
        try expect(model.redo(by: author), &model, author, place) {
          try store.redo(by: author)
        }
      case 8:
        try expect(model.undo(target), &model, author, place) {
          try store.undo(transaction: UInt64(target + 1), by: author)
        }
      default:
        try expect(model.redo(target), &model, author, place) {
          try store.redo(transaction: UInt64(target + 1), by: author)
        }
      }
      try compare(model, place)
    }
    #expect(try store.complaints() == [], "seed \(seed)")
  }

  private func compare(_ model: Model, _ place: String) throws {
    #expect(
      try store.read { try $0.entity(PantryItem.self, id)?.amount } == model.amount, "\(place)")
    let listed = try store.read { try $0.transactions() }
    #expect(listed.count == model.log.count, "\(place)")
    let counting = listed.indices.filter { !listed[$0].isRetracted }
    #expect(Set(counting) == model.counting, "\(place)")
  }

  /// Work, which may take something back as well.
  private func work(
    _ model: inout Model, _ author: String?, _ targets: [Int], joining part: Int? = nil
  ) throws {
    let amount = Int64(model.log.count)
    try store.append(author: author, durability: .relaxed) { [id] draft in
      if let part { try draft.joinUndoGroup(of: UInt64(part + 1)) }
      for target in targets { try draft.retract(transaction: UInt64(target + 1)) }
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: amount)), to: id)
    }
    let group = part.map { model.log[$0].group ?? $0 }
    model.log.append(Entry(author: author, amount: amount, targets: targets, group: group))
    let listed = try store.read { try $0.undoGroup(of: UInt64(model.log.count)) }
    #expect(listed == model.group(of: model.log.count - 1).map { UInt64($0 + 1) })
  }

  /// Taking back by hand, whether it counts already or not.
  private func retract(
    _ model: inout Model, _ author: String?, _ target: Int, _ random: inout SeededGenerator
  ) throws {
    let targets = [target, Int.random(in: 0..<model.log.count, using: &random)]
    try store.append(author: author, durability: .relaxed) { draft in
      for target in targets { try draft.retract(transaction: UInt64(target + 1)) }
    }
    model.log.append(Entry(author: author, amount: nil, targets: targets))
  }

  private func expect(
    _ targets: [Int]?, _ model: inout Model, _ author: String?, _ place: String,
    _ body: () throws -> History.Token
  ) throws {
    do {
      let token = try body()
      let named = try store.read { try $0.transactions(takenBackBy: token.number) }
      #expect(named == targets?.map { UInt64($0 + 1) }, "\(place)")
      model.log.append(Entry(author: author, amount: nil, targets: named.map { Int($0) - 1 }))
    } catch let error as StoreError where error.code == .nothingToUndo {
      #expect(targets == nil, "\(place): \(error)")
    }
  }
}
