extension Recipe: Recorded {
  static let recordType = "Recipe"

  var recordFields: [String: RecordValue] {
    [
      "title": .text(title), "titleKey": .text(Name.canonical(title)),
      "servings": .number(servings), "instructions": .text(instructions),
      "prepTime": .number(prepMinutes), "cookTime": .number(cookMinutes),
      "isFavorite": .flag(isFavorite), "sourceURL": .text(source),
      "usageCount": .number(timesCooked),
      "lastUsed": .number(lastCooked?.timeIntervalSinceReferenceDate),
    ]
  }
}
