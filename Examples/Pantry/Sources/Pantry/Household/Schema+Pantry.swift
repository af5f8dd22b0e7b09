public import DaybookMacros

extension Schema {
  /// Everything that the app stores and shows.
  public static let pantry = Schema()
    .entity(Category.self).entity(GroceryList.self).entity(GroceryListItem.self)
    .entity(IngredientTemplate.self).entity(Recipe.self).entity(Ingredient.self)
    .entity(MealPlan.self).entity(MealPlanRecipe.self)
    .projection(CategoryNames()).projection(ListNames())
    .projection(ItemsByList()).projection(ItemWords()).projection(Staples())
    .projection(IngredientsByRecipe()).projection(MealsByPlan())
    .projection(ItemsOfList()).projection(IngredientsOfRecipe()).projection(MealsOfPlan())
    .projection(ItemsOfCategory()).projection(TemplatesOfCategory()).projection(MealsOfRecipe())
    .projection(IngredientsOfTemplate())
}
