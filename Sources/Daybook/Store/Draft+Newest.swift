extension Draft {
  /// The number of the newest transaction before this one, also of one that shares its commit.
  ///
  /// Numbers have no gaps. Who decided by an earlier read what to append compares this with the
  /// number of that read's token, and knows which transactions came in between: nothing else is
  /// written until this one is.
  public var newest: UInt64 { scope.draft.number - 1 }
}
