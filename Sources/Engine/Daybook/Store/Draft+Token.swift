extension Draft {
  /// The token that the transaction will have; nil while nothing was appended.
  ///
  /// Return it from `EventStore.write`. A closure that runs again may see another one, and one that
  /// throws leaves no transaction behind.
  public var token: History.Token? {
    if scope.draft.events.isEmpty { return nil }
    return History.Token(store: readers.storeID, transaction: scope.draft.number)
  }
}
