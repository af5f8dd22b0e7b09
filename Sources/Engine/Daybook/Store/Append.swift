/// One append that waits for its commit.
final class Append: @unchecked Sendable {  // changed by the writer alone, until `isDone`
  let author: String?
  let context: String?
  let stamp: HybridTime?
  let durability: Durability
  let body: @Sendable (inout Draft) throws -> Void
  /// Told the result; nil for one that a thread waits for, see `Writer.result(of:)`.
  let done: (@Sendable (Result<History.Token, any Error>) -> Void)?
  /// Why it was given up after some of it had been stored, or by a projection; it is not run again.
  var refusal: (any Error)?
  /// What came of it; set before anybody is told.
  var result: Result<History.Token, any Error> {
    get { outcome ?? .failure(CancellationError()) }
    set { outcome = newValue }
  }
  private var outcome: Result<History.Token, any Error>?
  /// Whether it is done; guarded by `WriterContext.finished`.
  var isDone = false

  init(
    author: String?, context: String?, stamp: HybridTime? = nil, durability: Durability,
    body: @escaping @Sendable (inout Draft) throws -> Void,
    done: (@Sendable (Result<History.Token, any Error>) -> Void)? = nil
  ) {
    self.author = author
    self.context = context
    self.stamp = stamp
    self.durability = durability
    self.body = body
    self.done = done
  }
}
