internal import DaybookMacros

extension Household {
  /// Everything that is there, as records of the eight types, each type by identifier.
  ///
  /// A record does not refer to what is gone.
  public func records() throws -> [Record] {
    try store.read { reader in
      let sources =
        try RecordSource.all(of: Category.self, reader)
        + RecordSource.all(of: GroceryList.self, reader)
        + RecordSource.all(of: GroceryListItem.self, reader)
        + RecordSource.all(of: IngredientTemplate.self, reader)
        + RecordSource.all(of: Recipe.self, reader)
        + RecordSource.all(of: Ingredient.self, reader)
        + RecordSource.all(of: MealPlan.self, reader)
        + RecordSource.all(of: MealPlanRecipe.self, reader)
      let things = Set(sources.map(\.id))
      return sources.map { $0.record(among: things) }
    }
  }
}

/// A record whose references were not looked up yet.
private struct RecordSource {
  let type: String
  let id: UUID
  let fields: [String: RecordValue]

  static func all<E: Recorded>(
    of type: E.Type, _ reader: borrowing Reader
  ) throws -> [RecordSource] {
    try reader.entities(of: type).map {
      RecordSource(type: E.recordType, id: $0.id.rawValue, fields: $0.state.recordFields)
    }
  }

  func record(among things: Set<UUID>) -> Record {
    var values: [String: JSONValue] = [:]
    for (name, value) in fields { values["CD_\(name)"] = value.json(among: things) }
    return Record(type: "CD_\(type)", name: id.uuidString, fields: values)
  }
}
