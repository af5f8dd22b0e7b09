internal import DaybookMacros

extension Draft {
  /// The template of that name, which is made if there is none.
  mutating func template(of name: String) throws -> ID<IngredientTemplate> {
    let id = IngredientTemplate.id(of: name)
    if try entity(id) == nil { try append(.made(IngredientTemplate(name: name)), to: id) }
    return id
  }
}
