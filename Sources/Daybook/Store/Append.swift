/// One append that waits for its commit.
final class Append: @unchecked Sendable {  // `result` is the writer thread's until `isDone`
  let author: String?
  let context: String?
  let stamp: HybridTime?
  let durability: Durability
  let body: @Sendable (inout Draft) throws -> Void
  /// Told the result; nil for one that a thread waits for, see `Writer.result(of:)`.
  let done: (@Sendable (Result<History.Token, any Error>) -> Void)?
  /// Why it was given up after some of it had been stored, or by a projection; it is not run again.
  @exclusivity(unchecked)
  var refusal: (any Error)?
  /// What came of it; set before anybody is told.
  @exclusivity(unchecked)
  var result: Result<History.Token, any Error>!
  /// Whether it is done; guarded by what threads wait with.
  @exclusivity(unchecked)
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
