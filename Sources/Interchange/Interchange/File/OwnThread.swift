internal import Foundation

/// Runs what reads files and waits for commits on a thread of its own, so that it holds none of
/// the cooperative pool.
func onOwnThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
  try await withCheckedThrowingContinuation { done in
    Thread.detachNewThread { done.resume(with: Result { try body() }) }
  }
}
