internal import DaybookMacros

extension GroceryListItem: Recorded {
  static let recordType = "GroceryListItem"

  var recordFields: [String: RecordValue] {
    [
      "list": .reference(list), "name": .text(name), "displayText": .text(text),
      "note": .text(note), "category": .reference(category), "isCompleted": .flag(isBought),
      "portions": .json(.array(portions.map { $0.json(isBought: bought.contains($0.id)) })),
    ]
  }
}

extension Portion {
  /// Its sources by their identifiers, whether or not they are still there.
  fileprivate func json(isBought: Bool) -> JSONValue {
    var values: [String: JSONValue] = [
      "id": .string(id.uuidString), "isBought": .bool(isBought),
    ]
    if let quantity {
      values["amount"] = JSONValue(quantity.amount)
      values["end"] = quantity.end.map { JSONValue($0) }
      values["unit"] = .string(quantity.unit.rawValue)
    }
    values["recipe"] = recipe.map { .string("\($0)") }
    values["meal"] = meal.map { .string("\($0)") }
    values["plan"] = plan.map { .string("\($0)") }
    return .object(values)
  }
}
