extension MealPlan: Recorded {
  static let recordType = "MealPlan"

  var recordFields: [String: RecordValue] {
    [
      "name": .text(name), "startDay": .number(start), "duration": .number(days),
      "isActive": .flag(isActive), "isCompleted": .flag(isCompleted),
    ]
  }
}
