internal import Synchronization

/// A place in memory that one scope of reading after another uses; it outlives every reader.
struct ReadSlot: @unchecked Sendable {  // the pointer never changes, what it points to is atomic
  private struct Storage: ~Copyable {
    /// How many scopes have ended here.
    let number = Atomic<UInt64>(0)
    /// The thread whose scope is open; 0 for none.
    let thread = Atomic<UInt>(0)
  }

  // Safety: never freed, because a reader that was kept too long may look at it at any time.
  private let storage: UnsafeMutablePointer<Storage>

  /// Slots of stores that were closed, for the next ones.
  private static let idle = Mutex<[ReadSlot]>([])

  /// A slot that nobody uses.
  static func make() -> ReadSlot { idle.withLock { $0.popLast() } ?? ReadSlot() }

  /// Gives slots back whose scopes have ended.
  static func putBack(_ slots: [ReadSlot]) { idle.withLock { $0 += slots } }

  private init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage())
  }

  /// How many scopes have ended here.
  @inline(__always)
  var number: UInt64 { storage.pointee.number.load(ordering: .relaxed) }

  /// Whether the scope that is open here is one of the calling thread.
  var isMine: Bool { storage.pointee.thread.load(ordering: .relaxed) == ThreadID.current }

  /// Begins a scope of the calling thread.
  func begin() -> ReadScope {
    storage.pointee.thread.store(ThreadID.current, ordering: .relaxed)
    return ReadScope(self)
  }

  /// Ends the scope: readers made in it cannot be used any more.
  func end() {
    storage.pointee.thread.store(0, ordering: .relaxed)
    // One thread at a time ends scopes of a slot.
    storage.pointee.number.store(number &+ 1, ordering: .relaxed)
  }
}
