/// A transaction that somebody else owns, for code that only reads and does not care which kind.
///
/// Safety: it must not be used after its owner has ended; keep it within the owner's scope.
public struct BorrowedTransaction: ReadableTransaction {
  public let handle: OpaquePointer
}
