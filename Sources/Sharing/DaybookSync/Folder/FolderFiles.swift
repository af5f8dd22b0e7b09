package import Daybook
package import DaybookSnapshot

/// The files of a shared folder, wherever they are: on a drive, in a bucket, on a server.
///
/// Paths are relative to the folder, with slashes. A function that asks throws `SyncError.peer`
/// when the folder cannot be reached or fails.
package protocol FolderFiles: Sendable {
  /// Where the folder is, for people: a path, or an address without secrets.
  var address: String { get }

  /// Whether a look costs next to nothing, as on a disk. Else what is there is listed only when a
  /// small file says that there is news.
  var isNear: Bool { get }

  /// Whether a listing can begin after a name, and is shorter then.
  var listsParts: Bool { get }

  /// Checks that the place can be a shared folder. Returns whether there is one; the first file
  /// makes it.
  func check() async throws -> Bool

  /// What lies in a folder, in the order of the names; empty where there is none. Links are not
  /// followed.
  ///
  /// - Parameter name: names up to this one may be left out; nil for all.
  func list(_ folder: String, after name: String?) async throws -> [FolderEntry]

  /// What lies in the folders of a folder, by the paths in it and in any order; empty where there
  /// is none.
  func listWithin(_ folder: String) async throws -> [FolderEntry]

  /// The content of a file.
  ///
  /// - Parameter limit: more bytes than that are not read.
  func read(_ path: String, limit: Int) async throws -> FolderRead

  /// Puts a file there unless something has its name. Of several who do it at once, one does.
  func add(_ path: String, _ bytes: [UInt8]) async throws -> FolderAddition

  /// Puts a file in place of the one with its name, whole or not at all; `flush` makes it last.
  func replace(_ path: String, with bytes: [UInt8]) async throws

  /// Makes what was put into a folder last, where that takes more than putting it there.
  func flush(_ folder: String) async throws

  /// Removes files of a folder, which may be gone already.
  ///
  /// - Returns: how many were removed.
  func remove(_ names: [String], in folder: String) async throws -> Int

  /// Writes the next numbered file of a folder, which holds so many transactions, under a name that
  /// nothing has.
  ///
  /// - Parameter last: the greatest number that the caller knows to be there.
  /// - Throws: `SyncError.peer` also when there is a file with the last possible name.
  func append(
    _ bytes: [UInt8], _ count: Int, to folder: String, after last: UInt64
  ) async throws -> FolderEntry

  // MARK: Attachments

  /// The files of attachments that are there.
  func attachments(at place: FolderPlace) async throws -> AttachmentListing

  /// Puts files of attachments there, from a folder of this machine.
  func put(
    _ attachments: [Attachment], from folder: AttachmentFolder, at place: FolderPlace
  ) async throws -> AttachmentFolder.Copied

  /// Puts files of attachments there anew that have changed, from a folder of this machine, and
  /// takes away their marks.
  func mend(
    _ attachments: [Attachment], from folder: AttachmentFolder, at place: FolderPlace
  ) async throws -> AttachmentFolder.Copied

  /// Puts a mark beside each of these files, which says that it has changed.
  func mark(_ attachments: [Attachment], at place: FolderPlace) async throws

  /// Brings files of attachments from there into a folder of this machine.
  func take(
    _ attachments: [Attachment], into folder: AttachmentFolder, at place: FolderPlace
  ) async throws -> AttachmentFolder.Copied
}

/// What a folder shows of something that lies in it.
package struct FolderEntry: Sendable {
  /// Its name in the folder.
  package let name: String
  /// Whether it is a folder.
  package let isFolder: Bool
  /// How many bytes a plain file has; nil for anything else.
  package let size: Int?
  /// Whether it is as it was; nil when the folder does not tell.
  package let tag: FolderTag?

  package init(name: String, isFolder: Bool = false, size: Int?, tag: FolderTag?) {
    (self.name, self.isFolder, self.size, self.tag) = (name, isFolder, size, tag)
  }
}

/// Tells of a file whether it may have changed since it was looked at.
package enum FolderTag: Hashable, Sendable {
  /// On a disk.
  case stamp(AtomicFolder.Stamp)
  /// The tag that a server gives it, called ETag.
  case text(String)
}

/// What reading a file came to.
package enum FolderRead: Sendable {
  case bytes([UInt8])
  /// There is none.
  case missing
  /// It cannot be read, and why: the end of a sentence that begins with its name.
  case unreadable(String)

  /// The bytes; nil when there are none.
  package var content: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
}

/// What adding a file came to.
package enum FolderAddition: Sendable, Equatable {
  /// Something has its name already.
  case isThere
  /// It was added, and has this tag; nil when the folder does not tell.
  case added(FolderTag?)
  /// The folder cannot do that, and nothing was added.
  case notSupported
}
