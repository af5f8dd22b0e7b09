extension IngredientTemplate: Recorded {
  static let recordType = "IngredientTemplate"

  var recordFields: [String: RecordValue] {
    [
      "name": .text(name), "canonicalName": .text(Name.canonical(name)),
      "category": .reference(category), "isStaple": .flag(isStaple),
    ]
  }
}
