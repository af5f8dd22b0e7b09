internal import DaybookSnapshot

extension AttachmentFolder {
  /// Does something with each of some files. One that it fails for does not keep it from the
  /// others.
  ///
  /// - Parameters:
  ///   - odd: told of each file that it failed for, and why.
  ///   - body: throws for a file that is not as it should be.
  /// - Throws: what concerns all of them: `diskFull`, `overQuota`, and any error that is no
  ///   `StoreError`.
  static func each<File>(
    _ files: some Sequence<File>, odd: (File, StoreError) throws -> Void,
    _ body: (File) throws -> Void
  ) throws {
    for file in files {
      do { try body(file) } catch let error as StoreError {
        if [.diskFull, .overQuota].contains(error.code) { throw error }
        try odd(file, error)
      }
    }
  }

  /// Makes sure that nothing but a folder has the place of this one: links are not followed.
  ///
  /// - Throws: `StoreError.storage`.
  func checkFolder() throws {
    let (parent, name) = StorePath.parts(path)
    guard AtomicFolder(path: parent).contains(name), !AtomicFolder.isFolder(path) else { return }
    throw StoreError(.storage, "\(path) is a link, not a folder; put a folder in its place")
  }

  /// The folder of the files whose names begin as `name` does, when nothing on the way to it is a
  /// link; nil when there is none.
  func existingShelf(of name: String) -> AtomicFolder? {
    guard AtomicFolder.isFolder(path), root.containsFolder(String(name.prefix(2))) else {
      return nil
    }
    return shelf(of: name)
  }
}
