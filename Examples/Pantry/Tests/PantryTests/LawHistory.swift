import DaybookMacros
import DaybookTesting
import Foundation
import Pantry
import Testing

/// What happens on two phones, and beside it on two models.
struct LawHistory {
  private let clock = TestClock()
  /// What a setup makes, which is data here.
  private let defaults: [(id: UUID, thing: NaiveThing)]
  private var phones: [LawPhone]
  private var acts: [NaiveAct] = []
  var random: SeededGenerator
  private var made = 0
  // Of the edit that is being made.
  private var place = ""
  private var phone = 0
  private var author = ""

  init(seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    phones = [try LawPhone("Ada", device: 1, clock), try LawPhone("Ben", device: 2, clock)]
    try await phones[0].household.setUp()
    defaults = try phones[0].records()
    acts.append(
      NaiveAct(
        author: "setup", changes: defaults.map { .make($0.id, $0.thing, keepsFirst: true) },
        isSetup: true))
    phones[0].model.take([0], of: acts)
    if flip() { try await makeAsOlder() }
  }

  /// Makes a category on Ben's phone as an older version of the app did, which drew all
  /// identifiers. Ada's setup makes the same before him: so each may be merged into the other.
  private mutating func makeAsOlder() async throws {
    (phone, author) = (1, "Ben")
    let id = newID()
    let older = Pantry.Category(name: "Dairy")
    try await write {
      try await $0.change(ID<Pantry.Category>(id), .made(older))
    } _: { writing, _ in
      writing.make(id, category: older.name)
    }
  }

  mutating func step(_ place: String) async throws {
    clock.advance(by: 1)
    self.place = place
    phone = Int.random(in: 0...1, using: &random)
    let isOwn = Int.random(in: 0..<4, using: &random) > 0
    author = isOwn == (phone == 0) ? "Ada" : "Ben"
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<8: try await exchange(from: phone, isWhole: false)
    case 8..<10: try await setUp()
    case 10..<12: try await merge()
    case 12..<22: try await undo()
    default: try await edit()
    }
    if Int.random(in: 0..<10, using: &random) == 0 { try compare() }
  }

  /// Both phones tell each other everything, and show the same; what entities give adds up to that.
  mutating func end() async throws {
    for phone in [0, 1, 0, 1] { try await exchange(from: phone, isWhole: true) }
    for one in [0, 1] {
      phone = one
      try compare()
    }
    #expect(try await phones[0].household.store.verify().ok, "\(place)")
    let stores = phones.map(\.household.store)
    #expect(try stores[0].digests() == stores[1].digests(), "\(place)")
    // Either will do, because both have the same entities and rows.
    let either = stores[number(0...1)]
    let unsummed = try ProjectionLaws.unsummed(in: either).map(\.description)
    #expect(unsummed == [], "\(place)")
  }

  // MARK: What edits need

  var things: NaiveWriting { NaiveWriting(phones[phone].model) }

  /// An identifier that nothing has.
  func newID() -> UUID { phones[phone].ids.next() }

  /// Any thing of a type.
  mutating func any(_ type: String) -> (id: UUID, thing: NaiveThing)? {
    things.all(type).randomElement(using: &random)
  }

  mutating func flip() -> Bool { Bool.random(using: &random) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// A name that nothing else has.
  mutating func newName() -> String {
    made += 1
    return "name \(made)"
  }

  /// Does something on the phone, and tells the model what should come of it.
  mutating func write(
    _ work: (Household) async throws -> Void,
    _ tell: (inout NaiveWriting, DrawnIDs) -> Void
  ) async throws {
    let (author, home) = (self.author, phones[phone].household(of: author))
    try await check {
      try await work(home)
    } _: { writing, ids in
      tell(&writing, ids)
      return NaiveAct(author: author, changes: writing.changes)
    }
  }

  /// Does something on the phone, and expects what the act leaves, or that it is refused. Returns
  /// whether it was written.
  @discardableResult
  private mutating func check(
    _ work: () async throws -> Void,
    _ tell: (inout NaiveWriting, DrawnIDs) -> NaiveAct
  ) async throws -> Bool {
    let before = try phones[phone].count
    var refusal: StoreError?
    do { try await work() } catch let error as StoreError { refusal = error }
    var writing = things
    let act = tell(&writing, phones[phone].ids)
    var model = phones[phone].model
    let isWritten = !act.changes.isEmpty || act.takesBack != nil
    if isWritten { model.take([acts.count], of: acts + [act]) }
    let isRefused = isWritten && model.isRefused(after: phones[phone].model)
    let codes: [StoreError.Code?] =
      isRefused ? [.refusedByView, .refusedByRelation] : [nil]
    #expect(codes.contains(refusal?.code), "\(place): \(act): \(refusal as Any)")
    let count = try phones[phone].count
    #expect(count - before == (isWritten && !isRefused ? 1 : 0), "\(place): \(act)")
    if !isWritten || isRefused { return false }
    acts.append(act)
    phones[phone].model = model
    return true
  }

  // MARK: Setup, undo, exchange

  /// A setup makes what is free before everything else, and then what is one with another.
  private mutating func setUp() async throws {
    let before = try phones[phone].count
    try await phones[phone].household.setUp()
    var written: UInt64 = 0
    for isSetup in [true, false] {
      var writing = things
      writing.bring(defaults, besides: !isSetup)
      if !isSetup { writing.mergeCategories() }
      if writing.changes.isEmpty { continue }
      written += 1
      acts.append(NaiveAct(author: "setup", changes: writing.changes, isSetup: isSetup))
      phones[phone].model.take([acts.count - 1], of: acts)
    }
    #expect(try phones[phone].count - before == written, "\(place)")
  }

  private mutating func merge() async throws {
    let home = phones[phone].household
    try await check {
      try await home.mergeCategories()
    } _: { writing, _ in
      writing.mergeCategories()
      return NaiveAct(author: "merge", changes: writing.changes)
    }
  }

  private mutating func undo() async throws {
    let home = phones[phone].household(of: author)
    guard let target = phones[phone].model.undoable(by: author, of: acts) else {
      await #expect(throws: StoreError.self, "\(place)") { try await home.undo() }
      return
    }
    if try await take(target, { try await home.undo() }), flip() {
      try await take(acts.count - 1) { try await home.redo() }
    }
  }

  @discardableResult
  private mutating func take(
    _ target: Int, _ work: () async throws -> Void
  ) async throws -> Bool {
    clock.advance(by: 1)
    let author = self.author
    return try await check(work) { _, _ in NaiveAct(author: author, takesBack: target) }
  }

  /// Tells the other phone some of what it was not told yet, the oldest first.
  private mutating func exchange(from one: Int, isWhole: Bool) async throws {
    let other = 1 - one
    let pending = phones[one].model.arrived.indices.dropFirst(phones[one].told)
    let count = isWhole ? pending.count : number(0...pending.count)
    let known = Set(phones[other].model.arrived)
    var taken: [Int] = []
    for index in pending.prefix(count) {
      let act = phones[one].model.arrived[index]
      if known.contains(act) { continue }
      let message = try phones[one].household.store.read {
        try $0.message(of: UInt64(index + 1))
      }
      try await phones[other].household.store.absorb(try #require(message))
      taken.append(act)
    }
    phones[one].told += count
    phones[other].model.take(taken, of: acts)
  }

  private mutating func compare() throws {
    #expect(try phones[phone].differences() == [], "\(place)")
    guard let list = any("GroceryList")?.id else { return }
    let shown = try phones[phone].household.items(of: ID(list)).current()
    let expected = things.items(of: list)
    #expect(shown.map(\.key.id.rawValue) == expected.map(\.id), "\(place)")
  }
}
