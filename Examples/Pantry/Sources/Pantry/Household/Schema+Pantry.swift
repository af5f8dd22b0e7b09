public import DaybookMacros

extension Schema {
  /// Everything that the app stores and shows.
  public static let pantry = Schema()
    .entity(Category.self).entity(GroceryList.self).entity(GroceryListItem.self)
    .entity(IngredientTemplate.self).entity(Recipe.self).entity(Ingredient.self)
    .entity(MealPlan.self).entity(MealPlanRecipe.self)
    .projection(CategoriesByName()).projection(ItemsByList()).projection(ItemWords())
    .projection(ListNames()).projection(Staples()).projection(TemplateUses())
    .projection(IngredientsByRecipe()).projection(MealsByPlan())
}
