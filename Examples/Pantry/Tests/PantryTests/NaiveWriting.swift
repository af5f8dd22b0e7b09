import DaybookMacros
import Pantry

/// What a transaction should come to, told in words of the model while it is written.
struct NaiveWriting {
  /// As readers see them where the transaction is so far.
  private(set) var things: [UUID: NaiveThing]
  /// As their own changes leave them.
  private var own: [UUID: NaiveThing]
  private var known: Set<UUID>
  private let births: [UUID: Int]
  private(set) var changes: [NaiveChange] = []

  init(_ pantry: NaivePantry) {
    (things, own, known) = (pantry.seen, pantry.things, pantry.known)
    births = pantry.births
  }

  mutating func add(_ change: NaiveChange) {
    changes.append(change)
    known.insert(change.id)
    NaivePantry.apply(change, to: &own)
    things = NaivePantry.seen(own, births)
  }

  mutating func make(
    _ id: UUID, _ type: String, _ fields: [String: JSONValue?], keepsFirst: Bool = false
  ) {
    let thing = NaiveThing(type: type, fields: fields.compactMapValues(\.self))
    add(.make(id, thing, keepsFirst: keepsFirst))
  }

  /// The things of a type for which `matches` holds, by identifier.
  func all(
    _ type: String, where matches: (NaiveThing) -> Bool = { _ in true }
  ) -> [(id: UUID, thing: NaiveThing)] {
    things.filter { $0.value.type == type && matches($0.value) }
      .map { (id: $0.key, thing: $0.value) }.sorted { $0.id.uuidString < $1.id.uuidString }
  }

  // MARK: Categories

  mutating func category(_ name: String, orNew id: UUID) {
    if NaivePantry.namesakes(things)[name.lowercased()] != nil { return }
    let own = Pantry.Category.id(of: name).rawValue
    make(known.contains(own) ? id : own, category: name)
  }

  mutating func make(_ id: UUID, category name: String) {
    make(
      id, "Category", ["name": .string(name), "sortOrder": 0, "isDefault": false], keepsFirst: true)
  }

  /// Makes those of some things that never were here.
  ///
  /// - Parameter besides: whether also where the name is taken.
  mutating func bring(_ categories: [(id: UUID, thing: NaiveThing)], besides: Bool) {
    for (id, thing) in categories where !known.contains(id) {
      let name = (thing.text("name") ?? "").lowercased()
      if !besides, NaivePantry.namesakes(things)[name] != nil { continue }
      add(.make(id, thing, keepsFirst: true))
    }
  }

  mutating func mergeCategories() {
    for same in NaivePantry.namesakes(things).values {
      let oldest = NaivePantry.oldest(same, births)
      for other in oldest.dropFirst() { add(.merge(other, into: oldest[0])) }
    }
  }

  // MARK: Templates and recipes

  mutating func template(_ name: String) -> UUID {
    let id = IngredientTemplate.id(of: name).rawValue
    make(id, "IngredientTemplate", ["name": .string(name), "isStaple": false], keepsFirst: true)
    return id
  }

  mutating func add(_ line: LawLine, to recipe: UUID, rank: Int, as id: UUID) {
    var fields = lineFields(line)
    fields["recipe"] = .string(recipe.uuidString)
    fields["sortOrder"] = JSONValue(Int64(rank))
    make(id, "Ingredient", fields)
  }

  mutating func lineFields(_ line: LawLine) -> [String: JSONValue?] {
    let template = template(line.name)
    return [
      "ingredientTemplate": .string(template.uuidString), "name": .string(line.name),
      "numericValue": line.amount.map { JSONValue($0) },
      "standardUnit": line.amount.map { _ in .string(line.unit) },
      "isParseable": .bool(line.amount != nil),
    ]
  }

  func ingredients(of recipe: UUID) -> [(id: UUID, thing: NaiveThing)] {
    all("Ingredient") { $0.id("recipe") == recipe }.sorted {
      ($0.thing.number("sortOrder"), $0.id.uuidString)
        < ($1.thing.number("sortOrder"), $1.id.uuidString)
    }
  }

  // MARK: Lists

  /// What a list shows, in its order.
  func items(of list: UUID) -> [(id: UUID, thing: NaiveThing)] {
    func key(_ item: (id: UUID, thing: NaiveThing)) -> (Int, String, String) {
      (
        item.thing.isBought ? 1 : 0, item.thing.text("name") ?? "", item.id.uuidString
      )
    }
    return all("GroceryListItem") { $0.id("list") == list }.sorted { key($0) < key($1) }
  }

  mutating func want(
    _ name: String, _ portion: NaivePortion, on list: UUID, orNew id: UUID
  ) {
    let open = items(of: list).first { !$0.thing.isBought && $0.thing.text("name") == name }
    add(.want(open?.id ?? id, item(name, portion, on: list)))
  }

  private func item(_ name: String, _ portion: NaivePortion, on list: UUID) -> NaiveThing {
    let template = IngredientTemplate.id(of: name).rawValue
    var item = NaiveThing(
      type: "GroceryListItem",
      fields: ["list": .string(list.uuidString), "name": .string(name)], portions: [portion])
    item.fields["category"] = things[template]?.fields["category"]
    return item
  }

  mutating func takeBack(from list: UUID, _ isTaken: (NaivePortion) -> Bool) {
    for (id, item) in items(of: list) where !item.isBought {
      let portions = item.portions.filter(isTaken).map(\.id)
        .filter { !item.bought.contains($0) }
      if !portions.isEmpty { add(.unwant(id, portions)) }
    }
  }

  // MARK: Shopping

  private struct Want {
    var name: String
    var portion: NaivePortion
    var isStaple: Bool
  }

  private func wants(
    of recipe: UUID, _ servings: Int?, source: UUID, meal: UUID? = nil, plan: UUID? = nil
  ) -> [Want] {
    guard let dish = things[recipe] else { return [] }
    let factor = servings.map { Double($0) / Double(dish.number("servings")) } ?? 1
    return ingredients(of: recipe).map { id, line in
      var portion = NaivePortion(
        id: UUID(name: "\(id.uuidString) \(line.text("name") ?? "")", in: source),
        recipe: recipe, meal: meal, plan: plan)
      portion.amount = line.fields["numericValue"]?.double.map { $0 * factor }
      portion.unit = line.text("standardUnit") ?? ""
      let template = line.id("ingredientTemplate").flatMap { things[$0] }
      return Want(
        name: line.text("name") ?? "", portion: portion,
        isStaple: template?.flag("isStaple") ?? false)
    }
  }

  private func portions(
    on list: UUID
  ) -> [UUID: (item: UUID, portion: NaivePortion, isBought: Bool)] {
    var there: [UUID: (item: UUID, portion: NaivePortion, isBought: Bool)] = [:]
    for (id, item) in items(of: list) {
      for portion in item.portions {
        there[portion.id] = (id, portion, item.bought.contains(portion.id))
      }
    }
    return there
  }

  private mutating func bring(_ wants: [Want], onto list: UUID) {
    let there = portions(on: list)
    for one in wants {
      guard let known = there[one.portion.id] else {
        let new = UUID(name: one.portion.id.uuidString, in: list)
        want(one.name, one.portion, on: list, orNew: new)
        continue
      }
      if known.isBought || known.portion == one.portion { continue }
      add(.want(known.item, item(one.name, one.portion, on: list)))
    }
  }

  mutating func cook(_ recipe: UUID, _ servings: Int?, onto list: UUID) {
    let there = portions(on: list)
    let wants = wants(of: recipe, servings, source: recipe).map { want in
      var want = want
      while there[want.portion.id]?.isBought == true {
        want.portion.id = UUID(name: "again", in: want.portion.id)
      }
      return want
    }
    let ids = Set(wants.map(\.portion.id))
    takeBack(from: list) { $0.recipe == recipe && $0.plan == nil && !ids.contains($0.id) }
    bring(wants, onto: list)
  }

  mutating func addStaples(to list: UUID) {
    let staples = all("IngredientTemplate") { $0.flag("isStaple") }.map { id, template in
      (name: template.text("name") ?? "", id: id)
    }
    for (name, id) in staples.sorted(by: { $0.name < $1.name }) {
      let isOpen = items(of: list).contains {
        !$0.thing.isBought && $0.thing.text("name") == name
      }
      if isOpen { continue }
      let new = UUID(name: id.uuidString, in: list)
      want(name, NaivePortion(id: new), on: list, orNew: new)
    }
  }

  mutating func shop(for plan: UUID, onto list: UUID, includesStaples: Bool) {
    let ranks = ["breakfast", "lunch", "snack", "dinner"]
    func key(_ meal: (id: UUID, thing: NaiveThing)) -> (Int, Int, String) {
      (
        meal.thing.number("day"), ranks.firstIndex(of: meal.thing.text("mealType") ?? "") ?? 4,
        meal.id.uuidString
      )
    }
    let meals = all("MealPlanRecipe") { $0.id("mealPlan") == plan && !$0.flag("isCompleted") }
    let wanted = meals.sorted { key($0) < key($1) }.flatMap { id, meal in
      wants(
        of: meal.id("recipe") ?? id, meal.number("servings"), source: id, meal: id, plan: plan)
    }
    let chosen = wanted.filter { includesStaples || !$0.isStaple }
    let ids = Set(chosen.map(\.portion.id))
    takeBack(from: list) { $0.plan == plan && !ids.contains($0.id) }
    bring(chosen, onto: list)
  }
}
