import Daybook
import DaybookTesting
import Foundation
import Puppy

/// Two phones with a store each, the messages between them, and the model of both.
struct RandomPhones {
  let logs: [PuppyLog]
  /// How many edits there were.
  private(set) var edits = 0
  private let clock = TestClock()
  private var naive = NaiveLog()
  private var random: SeededGenerator
  /// What each phone has not heard of yet.
  private var unheard: [[(act: Int, message: [UInt8])]] = [[], []]
  private var made = 10

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    let clock = clock
    logs = try ["Ada", "Ben"].map { person in
      var options = StoreOptions()
      options.now = { clock.now }
      return PuppyLog(store: try .temporary(schema: .puppy, options: options), person: person)
    }
    // A puppy and three places to walk, which nobody takes back.
    for (number, kind) in [(1, NaiveThing.Kind.profile), (2, .spot), (3, .spot), (4, .spot)] {
      var thing = NaiveThing(kind)
      thing.name = "Ollie"
      let message = try append(on: 0, as: "", thing.recorded(number))
      try logs[1].store.absorb(message, durability: .relaxed)
      naive.begin(number, thing)
    }
  }

  /// Lets a phone do something, or hear of what the other did.
  ///
  /// - Returns: which of them.
  mutating func step() throws -> Int {
    let phone = Int.random(in: 0...1, using: &random)
    let things = naive.things[phone]
    switch Int.random(in: 0..<16, using: &random) {
    case 0...2: if things.count < 40 { try make(.entry, phone) } else { try delete(phone) }
    case 3...7: try change(phone) { $0.kind == .entry }
    case 8, 9: try change(phone) { $0.kind != .entry }
    case 10: try delete(phone)
    case 11: if things.count < 40, let kind = anyKind() { try make(kind, phone) }
    case 12, 13: try undo(phone)
    default: try hear(phone, upTo: Int.random(in: 1...9, using: &random))
    }
    return phone
  }

  /// Lets both hear of everything.
  mutating func meet() throws { for phone in 0...1 { try hear(phone, upTo: .max) } }

  /// What a phone shows at a random moment that is not what the model makes of it.
  mutating func differences(on phone: Int) throws -> [String] {
    let zone = [amsterdam, TimeZone(identifier: "America/New_York") ?? .gmt]
      .randomElement(using: &random)
    let (now, shownIn) = (anyTime() + Int.random(in: 0..<300, using: &random), zone ?? .gmt)
    let naive = NaivePuppy(naive.things[phone], now: now, zone: shownIn).shown
    return try logs[phone].shown(now: now, zone: shownIn).differences(from: naive)
  }

  // MARK: Edits

  private mutating func make(_ kind: NaiveThing.Kind, _ phone: Int) throws {
    made += 1
    var thing = NaiveThing(kind)
    thing.time = anyTime()
    for _ in 0..<9 { thing.set(anyField(of: thing)) }
    try write(phone, made, .made(thing), thing.recorded(made))
  }

  private mutating func change(
    _ phone: Int, where matches: (NaiveThing) -> Bool
  ) throws {
    guard let (number, thing) = any(phone, where: matches) else { return }
    let field = anyField(of: thing)
    var new = thing
    new.set(field)
    if new == thing { return }
    try write(phone, number, .set(field), new.amended(number))
  }

  private mutating func delete(_ phone: Int) throws {
    guard let (number, thing) = any(phone, where: { $0.kind != .profile }) else { return }
    try write(phone, number, .deleted, thing.deleted(number))
  }

  private mutating func undo(_ phone: Int) throws {
    guard let target = naive.undoable(phone) else { return }
    let log = logs[phone]
    let undone = naive.next
    clock.advance(by: 1)
    let undo = try log.store.undo(by: log.person)
    try told(phone, 0, .tookBack(target), undo)
    if Bool.random(using: &random) { return }
    clock.advance(by: 1)
    let redo = try log.store.redo(by: log.person)
    try told(phone, 0, .tookBack(undone), redo)
  }

  private mutating func hear(_ phone: Int, upTo count: Int) throws {
    let heard = unheard[phone].prefix(count)
    for (_, message) in heard {
      try logs[phone].store.absorb(message, durability: .relaxed)
    }
    naive.hear(heard.map(\.act), phone)
    unheard[phone].removeFirst(heard.count)
  }

  // MARK: Writing

  private mutating func write(
    _ phone: Int, _ thing: Int, _ what: NaiveLog.What, _ body: @escaping NaiveThing.Write
  ) throws {
    let message = try append(on: phone, as: logs[phone].person, body)
    note(phone, thing, what, message)
  }

  private mutating func told(
    _ phone: Int, _ thing: Int, _ what: NaiveLog.What, _ token: History.Token
  ) throws {
    note(phone, thing, what, try message(of: token, on: phone))
  }

  private mutating func note(
    _ phone: Int, _ thing: Int, _ what: NaiveLog.What, _ message: [UInt8]
  ) {
    edits += 1
    unheard[1 - phone].append((naive.next, message))
    naive.act(phone, thing, what)
  }

  private func append(
    on phone: Int, as author: String, _ body: @escaping NaiveThing.Write
  ) throws -> [UInt8] {
    // No two transactions of both have one time, so their order is that of the list.
    clock.advance(by: 1)
    let token = try logs[phone].store.append(author: author, durability: .relaxed, body)
    return try message(of: token, on: phone)
  }

  private func message(of token: History.Token, on phone: Int) throws -> [UInt8] {
    try logs[phone].store.read { try $0.message(of: token.number) } ?? []
  }

  // MARK: Chance

  private mutating func any(
    _ phone: Int, where matches: (NaiveThing) -> Bool
  ) -> (number: Int, thing: NaiveThing)? {
    let found = naive.things[phone].filter { matches($0.value) }.sorted { $0.key < $1.key }
    return found.randomElement(using: &random).map { ($0.key, $0.value) }
  }

  private mutating func anyKind() -> NaiveThing.Kind? {
    [.spot, .skill, .dose, .exposure, .milestone].randomElement(using: &random)
  }

  /// Within four days, on the third of which clocks go forward in Amsterdam.
  private mutating func anyTime() -> Int {
    1_774_569_600 + Int.random(in: 0..<4 * 288, using: &random) * 300
  }

  /// Another value for one of the fields that the app keeps of such a thing.
  private mutating func anyField(of thing: NaiveThing) -> NaiveThing.Field {
    let number = Int.random(in: 0..<4, using: &random)
    let end = number == 0 ? nil : thing.time + (number - 1) * 5_400
    let name = NaiveThing.Field.name(anyName(of: thing.kind))
    let (time, place) = (NaiveThing.Field.time(anyTime()), anyPlace(of: thing.kind))
    let fields: [NaiveThing.Field] =
      switch thing.kind {
      case .entry:
        [
          name, name, time, time, .place(place), .end(end), .number(number),
          .session(number == 0 ? nil : number), .spot(number == 0 ? nil : 1 + number),
        ]
      case .spot: [name, .number(number), .flag(number == 0)]
      case .skill: [name, time]
      case .dose: [name, time, .place(place), .end(end.map { $0 / 86_400 * 86_400 })]
      case .exposure: [name, time, .place(place)]
      case .milestone:
        [name, .end(number == 0 ? nil : anyTime()), .number(number), .flag(number == 0)]
      case .profile: [name]
      }
    return fields.randomElement(using: &random) ?? name
  }

  private mutating func anyName(of kind: NaiveThing.Kind) -> String {
    let names =
      switch kind {
      case .entry:
        [
          "plassen", "plassen", "plassen", "slapen", "slapen", "ontwaken", "ontwaken", "bench",
          "eten", "uitlaten", "poepen", "coverageGap",
        ]
      case .dose: ["worming", "drops"]
      case .exposure: ["bike", "tram"]
      default: ["a", "b", "c"]
      }
    return names.randomElement(using: &random) ?? ""
  }

  private mutating func anyPlace(of kind: NaiveThing.Kind) -> String? {
    let places: [String?] =
      switch kind {
      case .dose: ["m", "e", "n"]
      default: ["buiten", "buiten", "buiten", "binnen", nil]
      }
    return places.randomElement(using: &random) ?? nil
  }
}
