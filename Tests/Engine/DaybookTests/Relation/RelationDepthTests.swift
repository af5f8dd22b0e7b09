import Daybook
import TemporaryFolders
import Testing

/// Rows of references of any length, which other replicas may send. What goes through them must not
/// recurse, and must look at nothing twice.
struct RelationDepthTests {
  /// The cards of a row, each a part of the one before it.
  private static func row(_ count: Int, in store: EventStore) throws -> [ID<BoardCard>] {
    let ids = (0..<count).map { _ in ID<BoardCard>.timeOrdered() }
    // A transaction takes no more events.
    for start in stride(from: 0, to: count, by: 4000) {
      try store.append(durability: .relaxed) { draft in
        for place in start..<min(count, start + 4000) {
          let whole = place == 0 ? nil : ids[place - 1]
          try draft.append(.added(BoardCard(text: "part", whole: whole)), to: ids[place])
        }
      }
    }
    return ids
  }

  private func counts(_ store: EventStore) throws -> [Int] {
    try store.read { reader in
      [try reader.entities(of: BoardCard.self).count, try reader.count(CardsByText.all)]
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a row of 4 000 parts goes and comes with its first`() throws {
    let store = try EventStore.temporary(schema: .boards)
    let ids = try Self.row(4_000, in: store)
    #expect(try store.card(ids[3_999]) != nil)
    try store.change(ids[0], .removed)
    #expect(try counts(store) == [0, 0])
    #expect(try store.card(ids[3_999]) == nil)
    try store.undo(by: nil)
    #expect(try counts(store) == [4_000, 4_000])
    #expect(try store.faults() == [])
  }

  @Test(.timeLimit(.minutes(10)))
  func `a process without views may remove the first of 4 000 parts`() throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.open(at: folder.path, schema: .boards)
    let ids = try Self.row(4_000, in: store)
    try store.close()
    let bare = try EventStore.open(at: folder.path, schema: .bareBoards)
    try bare.change(ids[0], .removed)
    try bare.close()
    let again = try EventStore.open(at: folder.path, schema: .boards)
    #expect(try counts(again) == [0, 0])
    #expect(try again.faults() == [])
    try again.close()
  }

  @Test(.timeLimit(.minutes(10)))
  func `40 steps that each follow the one before twice are gone with the first`() throws {
    let store = try EventStore.temporary(schema: .steps)
    let ids = (0..<40).map { _ in ID<Step>.timeOrdered() }
    try store.append { draft in
      for (place, id) in ids.enumerated() {
        let before = place == 0 ? nil : ids[place - 1]
        try draft.append(.added(Step(one: before, other: before)), to: id)
      }
    }
    try store.append { try $0.append(.removed, to: ids[0]) }
    #expect(try store.read { try $0.entities(of: Step.self).count } == 0)
    try store.undo(by: nil)
    #expect(try store.read { try $0.entities(of: Step.self).count } == 40)
    #expect(try store.faults() == [])
  }

  /// What is found first decides which of the circle is settled before the way out is known.
  @Test(arguments: [true, false])
  func `a circle that leads out is gone with what it leads to`(isFoundFirst: Bool) throws {
    let store = try EventStore.temporary(schema: .steps)
    let ids = (0..<4).map { _ in ID<Step>.timeOrdered() }
    // Of the circle of the first three, one leads to the fourth.
    try store.append { draft in
      try draft.append(.added(Step(one: ids[1])), to: ids[0])
      let (one, other) = isFoundFirst ? (ids[2], ids[3]) : (ids[3], ids[2])
      try draft.append(.added(Step(one: one, other: other)), to: ids[1])
      try draft.append(.added(Step(one: ids[0])), to: ids[2])
      try draft.append(.added(Step()), to: ids[3])
    }
    #expect(try store.read { try $0.entities(of: Step.self).count } == 4)
    try store.append { try $0.append(.removed, to: ids[3]) }
    #expect(try store.read { try $0.entities(of: Step.self).count } == 0)
    try store.undo(by: nil)
    #expect(try store.read { try $0.entities(of: Step.self).count } == 4)
    #expect(try store.faults() == [])
  }
}

/// A step that follows two others.
private struct Step: Entity, CodablePayload {
  static let kind = "steps.step"
  var one: ID<Step>?
  var other: ID<Step>?

  enum Event: CodableEntityEvent {
    case added(Step)
    case removed
  }

  static func fold(_ step: inout Step?, _ event: Event) {
    switch event {
    case .added(let new): step = new
    case .removed: step = nil
    }
  }
}

private struct StepsOfOne: Relation {
  static let name = "steps.ofOne"
  static let rule = DeleteRule.cascade
  static func parent(of step: Step) -> ID<Step>? { step.one }
  static func set(_ one: ID<Step>?, of step: inout Step) { step.one = one }
}

private struct StepsOfOther: Relation {
  static let name = "steps.ofOther"
  static let rule = DeleteRule.cascade
  static func parent(of step: Step) -> ID<Step>? { step.other }
  static func set(_ other: ID<Step>?, of step: inout Step) { step.other = other }
}

extension Schema {
  fileprivate static let steps = Schema()
    .entity(Step.self).projection(StepsOfOne()).projection(StepsOfOther())
}
