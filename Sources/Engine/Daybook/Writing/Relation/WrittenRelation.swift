/// A relation as the writer has it.
final class WrittenRelation {
  let name: String
  let rule: DeleteRule
  /// The version of what it means.
  let revision: Int
  /// The projection that keeps its index.
  let projection: Int
  /// The kind that refers, and the one that it refers to.
  let child: WrittenKind
  let parent: WrittenKind
  /// A `RelationAccess` of the first.
  let access: AnyObject

  init(
    _ declared: DeclaredRelation, revision: Int, projection: Int, child: WrittenKind,
    parent: WrittenKind
  ) {
    name = declared.name
    rule = declared.rule
    access = declared.access
    self.revision = revision
    self.projection = projection
    self.child = child
    self.parent = parent
  }

  /// What rows depend on that follow the kind which refers.
  var fingerprint: String { "\(name)@\(revision):\(rule.rawValue)" }

  /// Whether another version of the app folds one of its kinds; then no rows are kept here that
  /// depend on it.
  var isForeign: Bool { child.foreign != nil || parent.foreign != nil }
}
