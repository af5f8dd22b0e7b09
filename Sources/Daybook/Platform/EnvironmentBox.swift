internal import LMDB

/// Shares a noncopyable environment between the writer and the readers.
final class EnvironmentBox: Sendable {
  let environment: Environment

  init(_ environment: consuming Environment) { self.environment = environment }
}
