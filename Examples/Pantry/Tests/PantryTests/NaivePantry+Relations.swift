import DaybookMacros

/// What readers see of things, and what is refused: the rules of the app, said once more.
extension NaivePantry {
  /// To what each type belongs: its things are gone with that.
  private static let owners = [
    "GroceryListItem": "list", "Ingredient": "recipe", "MealPlanRecipe": "mealPlan",
  ]
  /// What a thing only names: it stays without that.
  private static let named = [
    "GroceryListItem": "category", "IngredientTemplate": "category", "MealPlanRecipe": "recipe",
  ]

  /// The things of which nothing says that they are gone, without references to what is.
  static func seen(
    _ things: [UUID: NaiveThing], _ births: [UUID: Int]
  ) -> [UUID: NaiveThing] {
    var seen: [UUID: NaiveThing] = [:]
    for (id, thing) in things where kept(id, among: things, births) == id {
      if let owner = owners[thing.type].flatMap(thing.id), things[owner] == nil { continue }
      seen[id] = thing
      guard let name = named[thing.type], let other = thing.id(name) else { continue }
      seen[id]?.fields[name] = kept(other, among: things, births).map { .string($0.uuidString) }
    }
    return seen
  }

  /// The one that is left of a thing and those that it was merged into: the oldest where merges
  /// lead in a circle; nil where that is gone.
  private static func kept(
    _ id: UUID, among things: [UUID: NaiveThing], _ births: [UUID: Int]
  ) -> UUID? {
    var (path, last) = ([id], id)
    while let next = things[last]?.mergedInto {
      if let first = path.firstIndex(of: next) { return oldest(path[first...], births).first }
      path.append(next)
      last = next
    }
    return things[last] == nil ? nil : last
  }

  /// Things by the acts with which they began, and those of one act by identifier.
  static func oldest(_ ids: some Sequence<UUID>, _ births: [UUID: Int]) -> [UUID] {
    ids.sorted { (births[$0] ?? .max, $0.uuidString) < (births[$1] ?? .max, $1.uuidString) }
  }

  /// The categories of each name, that with the least identifier first.
  static func namesakes(_ seen: [UUID: NaiveThing]) -> [String: [UUID]] {
    let ids = seen.filter { $0.value.type == "Category" }.keys
      .sorted { $0.uuidString < $1.uuidString }
    return Dictionary(grouping: ids) { (seen[$0]?.text("name") ?? "").lowercased() }
  }

  // MARK: What is refused

  /// Whether a store that had `before` refuses a transaction that leaves this.
  func isRefused(after before: NaivePantry) -> Bool {
    twins.subtracting(before.twins).contains { !before.wereOne($0) }
      || !orphans.isSubset(of: before.orphans)
  }

  /// A category that has the name of another one, or a line that is of something deleted.
  private struct Fault: Hashable {
    let id: UUID
    let other: UUID
    let name: String
  }

  private var twins: Set<Fault> {
    var found: Set<Fault> = []
    for (name, same) in Self.namesakes(seen) where same.count > 1 {
      for id in same {
        for other in same where other != id {
          found.insert(Fault(id: id, other: other, name: name))
        }
      }
    }
    return found
  }

  private var orphans: Set<Fault> {
    let found = seen.compactMap { id, thing in
      thing.id("ingredientTemplate").flatMap { template in
        things[template] == nil ? Fault(id: id, other: template, name: "") : nil
      }
    }
    return Set(found)
  }

  /// Whether two categories were merged, one into the other or both into a third.
  private func wereOne(_ twins: Fault) -> Bool {
    let (one, other) = (things[twins.id]?.mergedInto, things[twins.other]?.mergedInto)
    return one == twins.other || other == twins.id || one != nil && one == other
  }
}
