internal import CDaybook
internal import Synchronization

/// An open file, which its environment and every transaction keep.
///
/// It is closed when the last of them has gone, whatever the order: a transaction that outlived it
/// would read unmapped memory.
final class OpenFile: @unchecked Sendable {  // LMDB locks; the lock and the flags are the state
  let handle: OpaquePointer
  /// nil for a draft, which nobody else knows.
  let binding: FileBinding?
  // Safety: freed with this object, which whoever holds the lock keeps.
  let lock: UnsafeMutablePointer<pthread_rwlock_t>
  let writing: ProcessLock
  let readers: ProcessLock
  let hasFailed = Atomic(false)
  /// What the transaction that writes changes, for the journal; nil without one.
  // Safety: as `lock`.
  let record: UnsafeMutablePointer<RowRecord>?
  /// The journal, in which a failed flush is noted; nil until there is one.
  let journal = Mutex<JournalFile?>(nil)
  private let isClosed = Mutex(false)

  /// - Parameter room: Bytes of the longest record of the journal; 0 for a file without one.
  init(_ handle: OpaquePointer, _ binding: FileBinding?, room: Int = 0) {
    (self.handle, self.binding) = (handle, binding)
    record = room > 0 ? .allocate(capacity: 1) : nil
    record?.initialize(to: RowRecord(capacity: room))
    lock = .allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
    writing = ProcessLock(.writing, binding?.lockDescriptor)
    readers = ProcessLock(.readers, binding?.lockDescriptor)
  }

  deinit {
    close()
    pthread_rwlock_destroy(lock)
    lock.deallocate()
    record?.deinitialize(count: 1)
    record?.deallocate()
    writing.destroy()
    readers.destroy()
  }

  /// Lets nobody write any more, here or in another process: a flush has failed.
  ///
  /// Again it tells the others once more, who may not have been told.
  func fail() {
    hasFailed.store(true, ordering: .releasing)
    guard record != nil, let binding else { return }
    let file = journal.withLock { $0 } ?? (try? JournalFile(in: binding.directory))
    file?.doubt()
  }

  /// Closes the file, which has no transaction any more. Again it does nothing.
  func close() {
    isClosed.withLock { isClosed in
      if isClosed { return }
      isClosed = true
      guard let binding else { return mdb_env_close(handle) }
      Registry.closing(binding) { mdb_env_close(handle) }
    }
  }
}
