internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// The file beside a key that says which replicas write with it, and how much of each has left the
/// device.
struct KeyGuard {
  private let folder: AtomicFolder
  private let name: String

  init(_ key: ReplicaKey) {
    folder = AtomicFolder(path: key.url.deletingLastPathComponent().path)
    name = key.url.lastPathComponent + ".guard"
  }

  /// The newest transaction of each replica that has left the device; 0 when none has.
  ///
  /// - Throws: `SyncError.key` when the guard is damaged or cannot be read.
  func read() throws -> [ReplicaID: UInt64] {
    try Self.keyed { try readFile() }
  }

  private func readFile() throws -> [ReplicaID: UInt64] {
    var noted: [ReplicaID: UInt64] = [:]
    guard let bytes = try folder.read(name, limit: 1 << 20) else { return noted }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let replica = UUID(uuidString: String(words[0])),
        let sequence = UInt64(words[1])
      else { throw SyncError(.key, "the guard \(name) in \(folder.path) is damaged") }
      noted[ReplicaID(replica)] = sequence
    }
    return noted
  }

  /// Notes, before a replica's transactions leave the device, that those up to `sequence` do; with
  /// 0, that the replica writes with the key.
  ///
  /// It never lowers a number, also when other threads or processes write the guard at the same
  /// time.
  ///
  /// - Throws: `SyncError.key` when the guard cannot be read or written.
  func raise(_ replica: ReplicaID, to sequence: UInt64) throws {
    try Self.keyed {
      try folder.alone {
        var noted = try readFile()
        if let known = noted[replica], known >= sequence { return }
        noted[replica] = sequence
        let lines = noted.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
        try folder.replace(name, with: Array(lines.joined().utf8))
        try folder.flush()
      }
    }
  }

  /// Turns an error of the file into `SyncError.key`.
  private static func keyed<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as SnapshotError {
      throw SyncError(.key, "the guard beside the key cannot be kept: \(error.message)")
    }
  }
}
