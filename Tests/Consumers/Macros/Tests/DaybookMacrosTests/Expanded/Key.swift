import DaybookMacros

@Key
struct ShelfKey {
  var aisle: String?
  var shelf = 0
  let id: UUID
  var isFirst: Bool { shelf == 0 }
}
