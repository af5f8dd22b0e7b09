#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file that is written in pieces, and gets its name when it is whole and on disk. One that is
/// given up leaves nothing.
package struct FileDraft: ~Copyable {
  private let folder: AtomicFolder
  private let name: String
  private let descriptor: Int32
  private var isKept = false

  /// Begins a file in a folder of the same disk as the one that is to have it.
  package init(in folder: AtomicFolder) throws(SnapshotError) {
    self.folder = folder
    name = AtomicFolder.draftName()
    descriptor = try folder.newFile(name)
  }

  deinit {
    if !isKept { unlink(folder.place(name)) }
    close(descriptor)
  }

  /// Adds bytes at the end.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    var done = 0
    while done < bytes.count {
      // Safety: the pointer is used within the call, for as many bytes as there are.
      let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw folder.failure("write", name) }
      done += count
    }
  }

  /// Has all of it on disk; it still has no name.
  package func flush() throws(SnapshotError) {
    guard AtomicFolder.flush(descriptor) == 0 else { throw folder.failure("fsync", name) }
  }

  /// Gives the file a name, in place of one that has it; `AtomicFolder.flush()` makes that last.
  package mutating func keep(as other: String, in target: AtomicFolder) throws(SnapshotError) {
    try AtomicFolder.check(other)
    guard rename(folder.place(name), target.place(other)) == 0 else {
      throw target.failure("rename", other)
    }
    isKept = true
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
