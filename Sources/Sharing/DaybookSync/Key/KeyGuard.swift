internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// Which replicas write with a key, and what has left the device of each.
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

  /// Notes that a replica's transactions leave the device, before they do; with 0, that it writes
  /// with the key.
  ///
  /// What another thread or process notes at the same time stays.
  ///
  /// - Throws: `SyncError.key` when the guard cannot be read or written.
  func note(_ replica: ReplicaID, _ sequence: UInt64) throws {
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

  /// What fails of the file is of the key.
  private static func keyed<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as SnapshotError {
      throw SyncError(.key, "the guard beside the key cannot be kept: \(error.message)")
    }
  }
}
