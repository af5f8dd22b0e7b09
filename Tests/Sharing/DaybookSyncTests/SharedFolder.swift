import DaybookSync
import Foundation
import RemoteServers

/// The folder that members share, wherever it is: tests ask what is in it, and change it.
struct SharedFolder {
  enum Sort: String, CaseIterable, Sendable { case drive, bucket, server }

  private let path: String
  private let memory: RemoteMemory?

  init(_ sort: Sort, of house: SyncHouse) {
    path = house.drive.path
    memory =
      switch sort {
      case .drive: nil
      case .bucket: RemoteMemory(.bucket)
      case .server: RemoteMemory(.server)
      }
  }

  /// The folder as a program sees it that has just begun.
  func peer() throws -> FolderPeer { try memory?.peer(name: "shared") ?? FolderPeer(at: path) }

  /// All files, by their paths and in their order.
  func paths() throws -> [String] {
    if let memory { return memory.paths }
    return try FileManager.default.subpathsOfDirectory(atPath: path).sorted().filter { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(self.path)/\(path)", isDirectory: &isFolder)
      return !isFolder.boolValue
    }
  }

  /// The files of transactions.
  func segments() throws -> [String] { try paths().filter { $0.hasSuffix(".dbs") } }

  /// What a file holds; nil when there is none.
  func read(_ path: String) throws -> [UInt8]? {
    if let memory { return memory[path] }
    return FileManager.default.contents(atPath: "\(self.path)/\(path)").map { Array($0) }
  }

  /// Lets somebody put a file there, or change it, and say that there is news.
  func write(_ bytes: [UInt8], _ path: String) throws {
    if let memory {
      memory[path] = bytes
      return memory.tellNews()
    }
    let url = URL(fileURLWithPath: "\(self.path)/\(path)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Lets somebody remove a file, and say that there is news.
  func remove(_ path: String) throws {
    if let memory {
      memory[path] = nil
      return memory.tellNews()
    }
    try FileManager.default.removeItem(atPath: "\(self.path)/\(path)")
  }
}
