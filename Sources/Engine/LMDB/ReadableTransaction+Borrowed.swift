extension ReadableTransaction where Self: ~Copyable {
  /// This transaction, for reading within its scope.
  public var borrowed: BorrowedTransaction { BorrowedTransaction(handle: handle) }
}
