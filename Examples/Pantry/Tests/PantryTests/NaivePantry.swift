import DaybookMacros

/// What one source wants, as the model has it.
struct NaivePortion: Equatable {
  var id: UUID
  var amount: Double?
  var unit = ""
  var recipe: UUID?
  var meal: UUID?
  var plan: UUID?

  func json(isBought: Bool) -> JSONValue {
    var values: [String: JSONValue] = [
      "id": .string(id.uuidString), "isBought": .bool(isBought),
    ]
    if let amount {
      values["amount"] = JSONValue(amount)
      values["unit"] = .string(unit)
    }
    values["recipe"] = recipe.map { .string($0.uuidString) }
    values["meal"] = meal.map { .string($0.uuidString) }
    values["plan"] = plan.map { .string($0.uuidString) }
    return .object(values)
  }
}

/// A thing of any of the eight types, as the model has it: a record and, on a list, its portions.
struct NaiveThing: Equatable {
  var type: String
  var fields: [String: JSONValue]
  var portions: [NaivePortion] = []
  var bought: Set<UUID> = []
  var mergedInto: UUID?

  var isBought: Bool { portions.allSatisfy { bought.contains($0.id) } }
  func text(_ name: String) -> String? { fields[name]?.string }
  func number(_ name: String) -> Int { Int(fields[name]?.int ?? 0) }
  func flag(_ name: String) -> Bool { fields[name]?.bool ?? false }
  func id(_ name: String) -> UUID? { text(name).flatMap { UUID(uuidString: $0) } }
}

/// What happens to a thing.
enum NaiveChange {
  /// - Parameter keepsFirst: whether one that is there stays as it is.
  case make(UUID, NaiveThing, keepsFirst: Bool)
  case set(UUID, [String: JSONValue?])
  case delete(UUID)
  case want(UUID, NaiveThing)
  case unwant(UUID, [UUID])
  case measure(UUID, NaivePortion)
  case buy(UUID, Set<UUID>)
  case cook(UUID, Double)
  case merge(UUID, into: UUID)

  var id: UUID {
    switch self {
    case .make(let id, _, _), .set(let id, _), .delete(let id), .want(let id, _),
      .unwant(let id, _), .measure(let id, _), .buy(let id, _), .cook(let id, _),
      .merge(let id, _):
      id
    }
  }
}

/// One transaction, as the model has it.
struct NaiveAct {
  var author: String
  var changes: [NaiveChange] = []
  /// The act that it takes back.
  var takesBack: Int?
  /// Whether it comes before all others, whenever it was written.
  var isSetup = false
}

/// What one device has: a dictionary, made of the acts that arrived here. It knows nothing of the
/// engine: it goes through all of them again whenever one does not come last.
struct NaivePantry {
  /// Their numbers, in the order in which they arrived.
  private(set) var arrived: [Int] = []
  /// As their own acts leave them.
  private(set) var things: [UUID: NaiveThing] = [:]
  /// As readers see them.
  private(set) var seen: [UUID: NaiveThing] = [:]
  /// Whatever an act was about that arrived here.
  private(set) var known: Set<UUID> = []
  /// The act with which each thing began, -1 for a setup; of two things the older one is kept.
  private(set) var births: [UUID: Int] = [:]
  private var gone: Set<Int> = []
  private var newest = -1

  mutating func take(_ numbers: [Int], of acts: [NaiveAct]) {
    var isLate = false
    for number in numbers {
      let act = acts[number]
      arrived.append(number)
      known.formUnion(act.changes.map(\.id))
      isLate = isLate || number < newest || act.takesBack != nil || act.isSetup
      newest = max(newest, number)
    }
    if isLate {
      beginAgain(acts)
    } else {
      for number in numbers { apply(number, of: acts) }
    }
    seen = Self.seen(things, births)
  }

  /// The newest act of an author here that counts and takes nothing back.
  func undoable(by author: String, of acts: [NaiveAct]) -> Int? {
    arrived.last { number in
      acts[number].author == author && acts[number].takesBack == nil && !gone.contains(number)
    }
  }

  private mutating func beginAgain(_ acts: [NaiveAct]) {
    (gone, things, births) = ([], [:], [:])
    for number in arrived.sorted(by: >) where !gone.contains(number) {
      if let target = acts[number].takesBack { gone.insert(target) }
    }
    let inOrder = arrived.sorted { one, other in
      (acts[one].isSetup ? 0 : 1, one) < (acts[other].isSetup ? 0 : 1, other)
    }
    for number in inOrder where !gone.contains(number) {
      apply(number, of: acts)
    }
  }

  private mutating func apply(_ number: Int, of acts: [NaiveAct]) {
    for change in acts[number].changes {
      if births[change.id] == nil { births[change.id] = acts[number].isSetup ? -1 : number }
      Self.apply(change, to: &things)
    }
  }

  static func apply(_ change: NaiveChange, to things: inout [UUID: NaiveThing]) {
    switch change {
    case .make(let id, let thing, let keepsFirst):
      if !keepsFirst || things[id] == nil { things[id] = thing }
    case .set(let id, let values):
      for (name, value) in values { things[id]?.fields[name] = value }
    case .delete(let id): things[id] = nil
    case .want(let id, let thing): want(thing, as: id, in: &things)
    case .unwant(let id, let portions):
      let bought = things[id]?.bought ?? []
      things[id]?.portions.removeAll { portions.contains($0.id) && !bought.contains($0.id) }
      if things[id]?.portions.isEmpty == true { things[id] = nil }
    case .measure(let id, let portion):
      things[id]?.portions = [portion]
      things[id]?.bought = []
    case .buy(let id, let portions):
      if portions.isEmpty {
        things[id]?.bought = []
      } else {
        things[id]?.bought.formUnion(portions)
      }
    case .cook(let id, let date):
      guard let old = things[id] else { return }
      things[id]?.fields["usageCount"] = JSONValue(Int64(old.number("usageCount") + 1))
      things[id]?.fields["lastUsed"] = JSONValue(date)
    case .merge(let id, let kept): things[id]?.mergedInto = kept
    }
  }

  private static func want(
    _ thing: NaiveThing, as id: UUID, in things: inout [UUID: NaiveThing]
  ) {
    guard var old = things[id] else {
      things[id] = thing
      return
    }
    for portion in thing.portions {
      if let place = old.portions.firstIndex(where: { $0.id == portion.id }) {
        old.portions[place] = portion
      } else {
        old.portions.append(portion)
      }
    }
    things[id] = old
  }

  // MARK: Records

  /// Fields that follow from others.
  static let derived: Set<String> = ["displayText", "normalizedName", "canonicalName", "titleKey"]

  /// The records that an export should have, by identifier.
  var records: [UUID: NaiveThing] {
    var records: [UUID: NaiveThing] = [:]
    for (id, thing) in seen {
      var record = NaiveThing(type: thing.type, fields: thing.fields)
      // What was deleted here while another phone wrote a line of it.
      let template = thing.id("ingredientTemplate")
      if template.map({ seen[$0] == nil }) ?? false { record.fields["ingredientTemplate"] = nil }
      if thing.type == "GroceryListItem" {
        record.fields["isCompleted"] = .bool(thing.isBought)
        record.fields["portions"] = .array(
          thing.portions.map { $0.json(isBought: thing.bought.contains($0.id)) })
      }
      records[id] = record
    }
    return records
  }
}
