extension EventStore {
  /// As `read`, and reports one that takes long, once it has ended.
  @inline(never)
  func timedRead<R>(
    _ trace: ReadTrace?, _ file: String, _ line: Int, _ body: (borrowing Reader) throws -> R
  ) throws -> R {
    guard let reports, let limit = reports.slowRead else { return try read(trace, body) }
    let start = ContinuousClock.now
    defer {
      let duration = ContinuousClock.now - start
      if duration > limit {
        reports.tell(.read(SlowRead(duration: duration, file: file, line: line)))
      }
    }
    return try read(trace, body)
  }
}
