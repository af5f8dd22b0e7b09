import Daybook

extension EventStore {
  /// Buys an item, or puts another one in its place.
  @discardableResult
  func buy(
    _ name: String, _ amount: Int64 = 1, shelf: String? = "top", as id: UUID = UUID(),
    author: String? = nil
  ) throws -> UUID {
    try append(author: author, durability: .relaxed) { draft in
      let item = PantryItem(name: name, amount: amount, shelf: shelf)
      try draft.append(PantryEvent.bought(item), to: id)
    }
    return id
  }

  /// The newest transaction as a message.
  func newestMessage() throws -> [UInt8] {
    try read { try $0.message(of: UInt64($0.token().number)) } ?? []
  }
}
