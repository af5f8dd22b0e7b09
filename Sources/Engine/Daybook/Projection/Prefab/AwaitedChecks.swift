/// The values that a draft has changed since something looked at it; they are checked at its end.
///
/// Until then two entities may have the same value.
final class AwaitedChecks {
  private struct Subject: Hashable {
    let projection: String
    let id: UUID
  }

  /// In the order of their first changes.
  private(set) var checks: [AwaitedCheck] = []
  private var places: [Subject: Int] = [:]
  /// What entities were merged into before the draft.
  private var keepers: [Subject: UUID] = [:]

  /// Notes that the append gives an entity another value.
  func note<U: Unique>(
    _ projection: U.Type, _ id: UUID, _ old: U.Value?, _ new: U.Value?, keeper: UUID?
  ) {
    let subject = Subject(projection: U.name, id: id)
    if let place = places[subject] {
      (checks[place] as? AwaitedValue<U>)?.now = new
    } else {
      places[subject] = checks.count
      keepers[subject] = keeper
      checks.append(AwaitedValue<U>(id: id, before: old, now: new))
    }
  }

  /// What an entity with another value was merged into before the draft.
  func keeper(of id: UUID, _ projection: String) -> UUID? {
    keepers[Subject(projection: projection, id: id)]
  }
}

/// A check of one entity's value.
class AwaitedCheck {
  let projection: String
  let kind: String
  let id: UUID

  init(projection: String, kind: String, id: UUID) {
    self.projection = projection
    self.kind = kind
    self.id = id
  }

  /// Throws when the rows cannot take the value that the append leaves.
  func check(_ rows: inout Rows, among all: AwaitedChecks) throws {}
}

/// The value of an entity before the append, and the one that it has by now.
private final class AwaitedValue<U: Unique>: AwaitedCheck {
  let before: U.Value?
  var now: U.Value?

  init(id: UUID, before: U.Value?, now: U.Value?) {
    self.before = before
    self.now = now
    super.init(projection: U.name, kind: U.Subject.kind, id: id)
  }

  override func check(_ rows: inout Rows, among all: AwaitedChecks) throws {
    guard let now else { return }
    // What the append leaves as it was may be a duplicate that arrived.
    if let before, before.hasSameBytes(as: now) { return }
    try rows.refuseTaken(now, by: id, U.self) { all.keeper(of: $0, U.name) }
  }
}
