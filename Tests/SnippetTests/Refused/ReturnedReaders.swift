import Daybook

// Views as results and as elements. The compiler refuses each line that says so.

struct Rack: Projection {
  static let name = "refused.rack"
  static let rows = ViewTable<String, Empty>("rows", at: 0)
  static let tables: [any AnyViewTable] = [rows]
  func register(_ handlers: inout ChangeHandlers) {}
}

func returned(_ store: EventStore) throws {
  let _: ProjectionReader<Rack> =
    try store.read { try $0.view(Rack.self) }  // refused: conform to 'Escapable'
}

func inAnArray(_ store: EventStore) throws {
  try store.read { reader in
    let views = [try reader.view(Rack.self)]  // refused: conform to 'Escapable'
    _ = views.count
  }
}
