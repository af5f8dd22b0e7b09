internal import DaybookSnapshot

extension AtomicFolder {
  /// The digest of a file; nil for one that is not there or cannot be read.
  func digest(of name: String) -> String? {
    guard let bytes = try? read(name) else { return nil }
    return SnapshotDigest.text(of: bytes)
  }
}
