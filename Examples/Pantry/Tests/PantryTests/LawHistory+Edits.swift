import DaybookMacros
import Foundation
import Pantry

extension LawHistory {
  /// Something that a person does.
  mutating func edit() async throws {
    switch number(0...19) {
    case 0...1: try await editList()
    case 2...6: try await editItem()
    case 7: try await editTemplate()
    case 8...9: try await editCategory()
    case 10...12: try await editRecipe()
    case 13: try await editIngredient()
    case 14...16: try await editPlan()
    default: try await goShopping()
    }
  }

  private mutating func editList() async throws {
    let name = newName()
    guard let list = any("GroceryList")?.id, number(0...2) > 0 else {
      return try await write {
        _ = try await $0.makeList(name)
      } _: { writing, ids in
        writing.make(
          ids.last(1)[0], "GroceryList", ["name": .string(name), "isCompleted": false])
      }
    }
    let id = ID<GroceryList>(list)
    switch number(0...3) {
    case 0:
      try await change(id, .renamed(name), ["name": .string(name)])
    case 1: try await change(id, .noted(name), ["notes": .string(name)])
    case 2:
      let isCompleted = flip()
      try await change(id, .completed(isCompleted), ["isCompleted": .bool(isCompleted)])
    default: try await remove(id, .deleted)
    }
  }

  private mutating func editItem() async throws {
    if let item = any("GroceryListItem"), flip() { return try await change(item.id, item.thing) }
    guard let list = any("GroceryList")?.id else { return }
    let line = LawLine.random(&random)
    try await write {
      try await $0.add(line.text, to: ID<GroceryList>(list))
    } _: { writing, ids in
      let new = ids.last(2)
      let portion = NaivePortion(id: new[1], amount: line.amount, unit: line.unit)
      writing.want(line.name, portion, on: list, orNew: new[0])
    }
  }

  private mutating func change(_ item: UUID, _ thing: NaiveThing) async throws {
    let id = ID<GroceryListItem>(item)
    switch number(0...5) {
    case 0...1:
      let isBought = !thing.isBought
      try await write {
        try await $0.buy(id, isBought)
      } _: { writing, _ in
        writing.add(.buy(item, isBought ? Set(thing.portions.map(\.id)) : []))
      }
    case 2:
      let name = LawLine.random(&random).name
      try await change(id, .renamed(name), ["name": .string(name)])
    case 3:
      let category = any("Category")?.id
      try await change(
        id, .categorized(category.map { ID($0) }),
        ["category": category.map { .string($0.uuidString) }])
    case 4:
      let line = LawLine.random(&random)
      let quantity = line.amount.map {
        Quantity(amount: $0, unit: Quantity.Unit(rawValue: line.unit))
      }
      try await write {
        try await $0.measure(id, quantity)
      } _: { writing, ids in
        let new = ids.last(1)[0]
        writing.add(
          .measure(item, NaivePortion(id: new, amount: line.amount, unit: line.unit)))
      }
    default: try await remove(id, .removed)
    }
  }

  private mutating func editTemplate() async throws {
    let (name, isStaple) = (LawLine.random(&random).name, flip())
    if number(0...3) == 0, let template = any("IngredientTemplate")?.id {
      return try await remove(ID<IngredientTemplate>(template), .deleted)
    }
    let category = any("Category")?.id
    if flip() {
      return try await write {
        try await $0.setStaple(name, isStaple)
      } _: { writing, _ in
        let known = writing.things[IngredientTemplate.id(of: name).rawValue]
        if known?.flag("isStaple") == isStaple { return }
        let id = writing.template(name)
        writing.add(.set(id, ["isStaple": .bool(isStaple)]))
      }
    }
    try await write {
      try await $0.categorize(name, as: category.map { ID($0) })
    } _: { writing, _ in
      let id = writing.template(name)
      writing.add(.set(id, ["category": category.map { .string($0.uuidString) }]))
    }
  }

  private mutating func editCategory() async throws {
    let name = ["Dairy", "Cold", "Shelf"][number(0...2)]
    if let category = any("Category")?.id, flip() {
      let (id, name) = (ID<Pantry.Category>(category), flip() ? name : newName())
      switch number(0...2) {
      case 0: return try await change(id, .renamed(name), ["name": .string(name)])
      case 1: return try await change(id, .colored(name), ["color": .string(name)])
      default: return try await remove(id, .deleted)
      }
    }
    if flip() {
      // As an older version of the app, which drew all identifiers.
      let id = newID()
      return try await write {
        try await $0.change(ID<Pantry.Category>(id), .made(Pantry.Category(name: name)))
      } _: { writing, _ in
        writing.make(id, category: name)
      }
    }
    try await write {
      try await $0.category(name)
    } _: { writing, ids in
      writing.category(name, orNew: ids.last(1)[0])
    }
  }

  // MARK: Changes of one thing

  mutating func change<E: Entity>(
    _ id: ID<E>, _ event: E.Event, _ fields: [String: JSONValue?]
  ) async throws {
    try await write {
      try await $0.change(id, event)
    } _: { writing, _ in
      writing.add(.set(id.rawValue, fields))
    }
  }

  mutating func remove<E: Entity>(_ id: ID<E>, _ event: E.Event) async throws {
    try await write {
      try await $0.change(id, event)
    } _: { writing, _ in
      writing.add(.delete(id.rawValue))
    }
  }
}
