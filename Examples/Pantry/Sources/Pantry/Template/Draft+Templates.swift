internal import DaybookMacros

extension Draft {
  /// The template of that name. Whoever needs it makes it, and one that is there stays as it is: so
  /// nobody's undo takes it from others.
  mutating func template(of name: String) throws -> ID<IngredientTemplate> {
    let id = IngredientTemplate.id(of: name)
    try append(.made(IngredientTemplate(name: name)), to: id)
    return id
  }
}
