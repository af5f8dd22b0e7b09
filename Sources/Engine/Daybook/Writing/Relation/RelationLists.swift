/// Who refers to whom by the stored states, for relations whose index cannot say; each is found out
/// once, while the stored states stay as they are.
final class RelationLists {
  private typealias Lists = [UUID: [UUID]]

  /// What was found out.
  private final class Found {
    /// By the places of the relations.
    var children: [Int: Lists] = [:]
    /// What was merged into entities, by the numbers of the kinds.
    var merged: [UInt32: Lists] = [:]
  }

  private let found: Found
  /// The parents whose children were given.
  private var given: [Int: Set<UUID>] = [:]

  /// Lists that know what others have found out, and have given nothing.
  init(knowing others: RelationLists? = nil) { found = others?.found ?? Found() }

  /// The entities whose references lead to some others, or did, by way of what was merged; those of
  /// each parent once.
  func children(
    of parents: [UUID], _ place: Int, _ scope: inout WriteScope
  ) throws -> [UUID] {
    let relation = scope.relations[place]
    if self.found.children[place] == nil {
      self.found.children[place] = try relation.child.operations.references(&scope, place)
    }
    if self.found.merged[relation.parent.number] == nil {
      self.found.merged[relation.parent.number] = try relation.parent.operations.merges(&scope)
    }
    let (children, merged) = (self.found.children[place], self.found.merged[relation.parent.number])
    var (found, open) = ([UUID](), parents)
    while let parent = open.popLast() {
      guard given[place, default: []].insert(parent).inserted else { continue }
      found += children?[parent] ?? []
      open += merged?[parent] ?? []
    }
    return found
  }
}
