/// Reads the snapshot files that an app has published; for widgets and other extensions.
///
/// ```swift
/// let folder = SnapshotFolder(path: container + "/WidgetCache")
/// let status = try WidgetStatus(bytes: folder.snapshot(name).bytes)
/// ```
/// Every file is replaced as a whole, so what is read is one version or another, never half of one.
public struct SnapshotFolder: Sendable {
  /// The folder.
  public let path: String
  private let files: AtomicFolder

  /// A file as it was read.
  public struct Snapshot: Sendable, Equatable {
    /// The content.
    public let bytes: [UInt8]
    /// What the manifest says of it; nil when the manifest is missing, unreadable or tells of other
    /// bytes, which is so for the moment in which the app replaces them.
    public let entry: SnapshotManifest.Entry?
  }

  /// The folder at `path`; nothing is read yet.
  public init(path: String) {
    self.path = path
    files = AtomicFolder(path: path)
  }

  /// The manifest.
  ///
  /// - Throws: `SnapshotError`: `notFound` before anything was published, `damaged`, `newerFormat`,
  ///   `storage`.
  public func manifest() throws(SnapshotError) -> SnapshotManifest {
    guard let bytes = try files.read(SnapshotManifest.fileName) else {
      throw SnapshotError(.notFound, "nothing has been published in \(path) yet")
    }
    return try SnapshotManifest(bytes: bytes)
  }

  /// A file, with its manifest entry when that is about these bytes.
  ///
  /// Two files are read, and the manifest once more when it changed meanwhile.
  ///
  /// - Throws: `SnapshotError`: `notFound` when there is no such file, `storage`.
  public func snapshot(_ name: String) throws(SnapshotError) -> Snapshot {
    guard let bytes = try files.read(name) else {
      throw SnapshotError(.notFound, "there is no file \(name) in \(path)")
    }
    let digest = SnapshotDigest.text(of: bytes)
    // A file is replaced before its manifest, so the second look may find what the first did not.
    for _ in 0..<2 {
      if let entry = (try? manifest())?.files[name], entry.digest == digest {
        return Snapshot(bytes: bytes, entry: entry)
      }
    }
    return Snapshot(bytes: bytes, entry: nil)
  }

  /// A file that is known to be whole and the one of the manifest.
  ///
  /// - Throws: `SnapshotError`: what `manifest()` and `snapshot(_:)` throw, `notInManifest` when
  ///   the manifest does not tell of these bytes: try again, or show what `snapshot(_:)` gives.
  public func verified(_ name: String) throws(SnapshotError) -> Snapshot {
    let found = try snapshot(name)
    if found.entry != nil { return found }
    _ = try manifest()
    throw SnapshotError(
      .notInManifest, "\(name) is not the file of the manifest; the app is just replacing it")
  }
}
