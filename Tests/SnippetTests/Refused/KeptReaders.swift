import Daybook

// Readers and views that outlive the closure that got them. The compiler refuses each line that
// says so.

struct Shelf: Projection {
  static let name = "refused.shelf"
  static let rows = ViewTable<String, Empty>("rows", at: 0)
  static let tables: [any AnyViewTable] = [rows]
  func register(_ handlers: inout ChangeHandlers) {}
}

final class Keeper {
  var action: (() throws -> Void)?
}

func inAProperty(_ store: EventStore, _ keeper: Keeper) throws {
  try store.read { reader in
    let view = try reader.view(Shelf.self)  // refused: lifetime-dependent value escapes its scope
    keeper.action = { _ = try view.rows(Shelf.rows) }
  }
}

func asACopy(_ store: EventStore) throws {
  try store.read { reader in  // refused: 'reader' is borrowed and cannot be consumed
    let other = reader
    _ = try other.view(Shelf.self)
  }
}

func acrossAnAppend(_ store: EventStore) async throws {
  try await store.append { draft in
    let view = try draft.view(Shelf.self)
    try draft.retract(transaction: 1)  // refused: overlapping accesses to 'draft'
    _ = try view.rows(Shelf.rows)
  }
}

func ofThePast(_ store: EventStore, _ token: History.Token) throws {
  try store.read(asOf: token) { past in  // refused: 'past' is borrowed and cannot be consumed
    let reader = past
    _ = try reader.view(Shelf.self)
  }
}
