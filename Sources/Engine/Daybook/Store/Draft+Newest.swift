extension Draft {
  /// The number of the newest transaction before this one, also of one that shares its commit.
  ///
  /// Numbers have no gaps. If an earlier read decided what you append, compare this with the number
  /// of that read's token to see which transactions came in between. Nothing else is written until
  /// this transaction is.
  public var newest: UInt64 { scope.draft.number - 1 }
}
