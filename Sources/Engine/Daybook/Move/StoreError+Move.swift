extension StoreError.Code {
  /// A store would not show what is moved into it, or not as it is in the store that it leaves; it
  /// has not left that.
  public static let refusedByMove = StoreError.Code(rawValue: "refusedByMove")
}

extension StoreError {
  /// Something of a move holds in one of its two stores; the message says in which.
  func placed(in store: EventStore) -> StoreError {
    guard code == .notInSchema || code == .expiredToken else { return self }
    return StoreError(code, "in the store at \(store.path), \(message)", cause: self)
  }
}
