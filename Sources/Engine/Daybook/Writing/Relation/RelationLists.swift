/// Who refers to whom by the stored states, for relations whose index cannot say; each is found out
/// once, while the stored states stay as they are.
final class RelationLists {
  private typealias Lists = [UUID: [UUID]]

  /// By the places of the relations.
  private var children: [Int: Lists] = [:]
  /// What was merged into entities, by the numbers of the kinds.
  private var merged: [UInt32: Lists] = [:]
  /// The parents whose children were given.
  private var given: [Int: Set<UUID>] = [:]

  /// The entities whose references lead to some others, or did, by way of what was merged; those of
  /// each parent once.
  func children(
    of parents: [UUID], _ place: Int, _ scope: inout WriteScope
  ) throws -> [UUID] {
    let relation = scope.relations[place]
    if children[place] == nil {
      children[place] = try relation.child.operations.references(&scope, place)
    }
    if merged[relation.parent.number] == nil {
      merged[relation.parent.number] = try relation.parent.operations.merges(&scope)
    }
    var (found, open) = ([UUID](), parents)
    while let parent = open.popLast() {
      guard given[place, default: []].insert(parent).inserted else { continue }
      found += children[place]?[parent] ?? []
      open += merged[relation.parent.number]?[parent] ?? []
    }
    return found
  }
}
