/// A read that took long.
public struct SlowRead: Sendable, Equatable {
  /// From its beginning to its end, the app's closure included.
  public let duration: Duration
  /// The source file of the call of `EventStore.read`, as `#fileID` gives it; empty for observed
  /// values, and other reads of the library itself.
  public let file: String
  /// The line in it.
  public let line: Int

  /// Makes one from its parts, for tests of observers.
  public init(duration: Duration, file: String, line: Int) {
    self.duration = duration
    self.file = file
    self.line = line
  }
}
