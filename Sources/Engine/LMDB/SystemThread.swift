internal import CDaybook

/// A thread of the system, for work that waits.
package enum SystemThread {
  /// How many processors this process may use; at least one.
  package static var processors: Int { max(1, Int(daybook_processors())) }

  /// Runs `body` on a new thread, which ends with it; false when the system has none left.
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(ThreadBody(body))
    let isStarted = start(box.toOpaque())
    if !isStarted { box.release() }
    return isStarted
  }

  private static func start(_ raw: UnsafeMutableRawPointer) -> Bool {
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    guard pthread_create(&thread, nil, { raw in ThreadBody.start(raw) }, raw) == 0 else {
      return false
    }
    #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
    return true
  }
}

private final class ThreadBody: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  // Safety: each thread gets the one reference that `run` has retained for it.
  #if canImport(Darwin)
  static func start(_ raw: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().body()
    return nil
  }
  #else
  static func start(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let raw { Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().body() }
    return nil
  }
  #endif
}
