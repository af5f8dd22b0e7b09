import DaybookSnapshot

/// The folder of a store.
public enum StoreFolder {
  /// Makes a folder and those around it, unless it is there, for this user alone.
  ///
  /// - Throws: ``CannotWrite``.
  public static func make(_ path: String) throws {
    do throws(SnapshotError) { try AtomicFolder(path: path).make() } catch {
      throw CannotWrite(error.message)
    }
  }
}
