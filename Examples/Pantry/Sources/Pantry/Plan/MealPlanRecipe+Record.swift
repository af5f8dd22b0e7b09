extension MealPlanRecipe: Recorded {
  static let recordType = "MealPlanRecipe"

  var recordFields: [String: RecordValue] {
    [
      "mealPlan": .reference(plan), "recipe": .reference(recipe), "title": .text(title),
      "day": .number(day), "mealType": .text(meal.rawValue), "servings": .number(servings),
      "isCompleted": .flag(isCooked), "notes": .text(note),
    ]
  }
}
