import Daybook
import DaybookSnapshot
import Foundation
import Interchange

/// The folder of a store.
public enum StoreFolder {
  /// The file that says where the key of a store lies.
  static let keyPlace = "key-place"
  /// The file with the text of a store's hub.
  static let hubText = "hub-text"

  /// Makes a folder and those around it, unless it is there, for this user alone.
  ///
  /// - Returns: those that it made, the outermost first.
  /// - Throws: ``CannotWrite``.
  @discardableResult
  public static func make(_ path: String) throws -> [String] {
    if let link = brokenLink(in: path) { throw CannotWrite(link) }
    do throws(SnapshotError) { return try AtomicFolder(path: path).make() } catch {
      throw CannotWrite(error.message)
    }
  }

  /// That a path, or a folder above it, is a link that leads to nothing; nil where it is none.
  static func brokenLink(in path: String) -> String? {
    if let link = LoopingLink.sentence(on: path) { return link }
    var url = URL(atPath: path)
    while !FileManager.default.fileExists(atPath: url.path) {
      let parent = url.deletingLastPathComponent()
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)
      if let target, access(url.path, F_OK) != 0, errno == ENOENT {
        let place = URL(fileURLWithPath: target, relativeTo: parent).path
        return "\(url.path) is a link to \(place), where nothing is: make that folder, or let the "
          + "link lead to another one"
      }
      if parent.path == url.path { return nil }
      url = parent
    }
    return nil
  }

  /// What is in a folder and no store's own; nil for nothing, and for what cannot be read. What is
  /// hidden, and what systems put into each folder, is in nobody's way.
  static func stranger(in path: String) -> String? {
    let known = ["lock.mdb", "attachments", "pages.checked", keyPlace, hubText]
    // Also drafts of another process that is making the store, and a journal that was put aside.
    let beginnings = [".", "data.mdb", "journal"]
    let ofSystems = [
      "lost+found", "desktop.ini", "thumbs.db", "icon\r", "system volume information",
      "$recycle.bin", "@eadir", "#recycle", "network trash folder", "temporary items",
    ]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().first { name in
      if known.contains(name) || ofSystems.contains(name.lowercased()) { return false }
      return !beginnings.contains { name.hasPrefix($0) }
    }
  }

  /// A folder within another one that a new store may have for itself.
  static func ownFolder(in path: String) -> String {
    path.hasSuffix("/") ? path + "store" : path + "/store"
  }

  /// How much room a new store needs: its journal has 2.1 MB, its data file begins with 0.4, and a
  /// commit begins where 1 MB more is free.
  private static let roomOfNew = 4_000_000

  /// That a disk has no room for a new store, with how much it has now. Calls `statvfs(2)`.
  static func lackOfRoom(_ path: String) -> String {
    var status = statvfs()
    let isKnown = statvfs(path, &status) == 0
    let free = Measures.bytes(Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize)))
    let need = "a new store needs \(Measures.bytes(roomOfNew))"
    return "the disk that holds \(path) is full: \(need)\(isKnown ? ", and \(free) is free" : "")"
      + "; make room, or give another folder"
  }

  /// Refuses a folder for files that lies in the folder of a store, however deep, or is that one,
  /// also where a link leads there and though nothing may be there yet.
  ///
  /// - Throws: ``CannotWrite``.
  public static func refuse(_ path: String) throws { try refuse(path, unless: false) }

  /// The same, unless the folder is in use already, which is asked where it would be refused.
  static func refuse(_ path: String, unless isInUse: @autoclosure () -> Bool) throws {
    if let store = store(around: path, orAt: true), !isInUse() { throw refusal(path, store) }
  }

  /// Refuses a place for a new store that lies in the folder of another one, however deep.
  ///
  /// - Throws: ``CannotWrite``.
  static func refuseNew(_ path: String) throws {
    if let store = store(around: path, orAt: false) { throw refusal(path, store) }
  }

  private static func refusal(_ path: String, _ store: String) -> CannotWrite {
    CannotWrite(
      "\(path) is in the folder of the store at \(store), and what is there is lost with it: give a "
        + "folder outside of that")
  }

  /// The folder of the store in which a path lies; nil for none.
  private static func store(around path: String, orAt countsItself: Bool) -> String? {
    var url = URL(atPath: path).standardizedFileURL
    var isThere = true
    while !FileManager.default.fileExists(atPath: url.path) {
      let parent = url.deletingLastPathComponent()
      if parent.path == url.path { return nil }
      (url, isThere) = (parent, false)
    }
    url = url.resolvingSymlinksInPath().standardizedFileURL
    if isThere, !countsItself { url = url.deletingLastPathComponent() }
    while url.pathComponents.count > 1 {
      // Other programs have a file of that name, too.
      let own = ["journal", "lock.mdb"].contains { access("\(url.path)/\($0)", F_OK) == 0 }
      if own, access(url.path + "/data.mdb", F_OK) == 0 { return url.path }
      url = url.deletingLastPathComponent()
    }
    return nil
  }

  /// Removes what is there of a store whose making failed, unless somebody has it open.
  static func removeHalfMade(_ path: String) {
    let file = open("\(path)/lock.mdb", O_RDWR | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    // Each process that has the store open holds a lock of the first byte, as LMDB does.
    var range = flock()
    (range.l_type, range.l_len) = (Int16(F_WRLCK), 1)
    guard file >= 0 ? fcntl(file, F_SETLK, &range) == 0 : errno == ENOENT else { return }
    for name in ["journal", "data.mdb", "lock.mdb"] { unlink("\(path)/\(name)") }
  }
}
