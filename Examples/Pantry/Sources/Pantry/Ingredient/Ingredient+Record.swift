extension Ingredient: Recorded {
  static let recordType = "Ingredient"

  var recordFields: [String: RecordValue] {
    [
      "recipe": .reference(recipe), "ingredientTemplate": .reference(template),
      "displayText": .text(line.text), "name": .text(line.name), "notes": .text(line.note),
      "numericValue": .number(line.quantity?.amount), "rangeEnd": .number(line.quantity?.end),
      "standardUnit": .text(line.quantity?.unit.rawValue),
      "isParseable": .flag(line.quantity != nil), "sortOrder": .number(rank),
    ]
  }
}
