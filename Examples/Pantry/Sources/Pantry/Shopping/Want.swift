internal import DaybookMacros

/// What a line of a recipe needs of a list.
struct Want: Equatable {
  var name: String
  var note: String?
  var category: ID<Category>?
  var portion: Portion
  var isStaple: Bool
}
