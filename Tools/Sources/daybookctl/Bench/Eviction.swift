import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Taking a store's files out of memory.
enum Eviction {
  #if canImport(Glibc)
  static let isPossible = true
  #else
  static let isPossible = false
  #endif

  /// Takes a store's file out of memory where the system lets a program ask for that, and forgets
  /// that its pages were looked at.
  static func evict(_ store: String) throws {
    try? FileManager.default.removeItem(atPath: store + "/pages.checked")
    #if canImport(Glibc)
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: store + "/data.mdb"))
    defer { try? file.close() }
    fsync(file.fileDescriptor)
    posix_fadvise(file.fileDescriptor, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }
}
