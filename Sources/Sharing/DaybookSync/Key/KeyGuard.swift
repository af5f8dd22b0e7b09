internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// The file beside a key that says which replicas write with it, and what of each has left the
/// device.
///
/// ```
/// 0F9C…-… 12 9b1e…   the replica, its last transaction that left, the chain up to that
/// 77A0…-… 0          nothing of it has left
/// ```
/// The chain tells a store that was set back, and has written on, from the one that sent: their
/// numbers may be the same.
struct KeyGuard {
  /// What of a replica has left the device.
  struct Sent: Hashable {
    /// Its last transaction that left; 0 when none has.
    let sequence: UInt64
    /// The chain up to it, in hexadecimal digits; empty with 0, and where an earlier version wrote
    /// the guard.
    let chain: String

    init(sequence: UInt64, chain: String) { (self.sequence, self.chain) = (sequence, chain) }

    /// The transactions that a chain stands for.
    init(_ chain: Chain) {
      let digits = chain.sequence == 0 ? "" : chain.hash.hexadecimal
      self.init(sequence: chain.sequence, chain: digits)
    }

    /// Whether a store has it: the transactions of the replica that have left, and not others under
    /// their numbers.
    func isIn(_ store: EventStore, of replica: ReplicaID) throws -> Bool {
      if try store.read({ try $0.versionVector()[replica] }) < sequence { return false }
      if chain.isEmpty { return true }
      let there = try store.knownChain(through: Dot(replica: replica, sequence: sequence))
      return there.map { $0.hash.hexadecimal == chain } ?? true
    }
  }

  private let folder: AtomicFolder
  private let name: String

  init(_ key: ReplicaKey) {
    folder = AtomicFolder(path: key.url.deletingLastPathComponent().path)
    name = key.url.lastPathComponent + ".guard"
  }

  /// What of each replica that writes with the key has left the device.
  ///
  /// - Throws: `SyncError.key` when the guard is damaged or cannot be read.
  func read() throws -> [ReplicaID: Sent] {
    try Self.keyed(.key) { try readFile() }
  }

  private func readFile() throws -> [ReplicaID: Sent] {
    var noted: [ReplicaID: Sent] = [:]
    guard let bytes = try folder.read(name, limit: 1 << 20) else { return noted }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let replica = words.first.flatMap({ UUID(uuidString: String($0)) }),
        let sequence = words.dropFirst().first.flatMap({ UInt64($0) }),
        words.count <= 3
      else { throw SyncError(.key, "the guard \(name) in \(folder.path) is damaged") }
      noted[ReplicaID(replica)] = Sent(
        sequence: sequence, chain: words.count == 3 ? String(words[2]) : "")
    }
    return noted
  }

  /// Notes that a replica writes with the key.
  ///
  /// - Throws: `SyncError.key` when the guard is damaged; `unwritable` when it cannot be kept.
  func add(_ replica: ReplicaID) throws {
    try change(replica) { $0 ?? Sent(sequence: 0, chain: "") }
  }

  /// Notes, before a replica's transactions leave the device, that those which a chain stands for
  /// do.
  ///
  /// It never lowers a number, also when other threads or processes write the guard at the same
  /// time.
  ///
  /// - Parameters:
  ///   - newest: their chain, asked for while nobody else writes the guard.
  ///   - check: throws when the store has not what had left before.
  /// - Throws: `SyncError.key` when the guard is damaged; `unwritable` when it cannot be kept; what
  ///   `newest` and `check` throw.
  func raise(
    _ replica: ReplicaID, to newest: @autoclosure () throws -> Chain, check: (Sent) throws -> Void
  ) throws {
    try change(replica) { known in
      let chain = try newest()
      if let known {
        try check(known)
        if known.sequence >= chain.sequence { return known }
      }
      return Sent(chain)
    }
  }

  /// Takes back what was noted of a replica's transactions after those that a chain stands for, and
  /// lets `rewrite` write them again before anybody else notes something: nobody has got them.
  /// Where it writes nothing, what was noted stays.
  ///
  /// When the process is killed in between, or the store's flush fails, so that nobody knows what
  /// reached the disk, the guard says too little until the next exchange.
  ///
  /// - Parameters:
  ///   - rewrite: returns how many transactions it has written again.
  ///   - check: throws when the store has not what had left before.
  /// - Throws: as `raise`; what `rewrite` throws.
  func lower(
    _ replica: ReplicaID, to chain: Chain, _ rewrite: () throws -> Int,
    check: (Sent) throws -> Void
  ) throws -> Int {
    try Self.keyed(.unwritable) {
      try folder.alone {
        let noted = try readFile()[replica]
        if let noted { try check(noted) }
        try write(replica) { known in
          guard let known, known.sequence <= chain.sequence else { return Sent(chain) }
          return known
        }
        var isWritten = false
        // Somebody may be getting what stays as it was.
        defer { if !isWritten, let noted { try? write(replica) { _ in noted } } }
        do {
          let count = try rewrite()
          isWritten = count > 0
          return count
        } catch let error as StoreError where Self.ofFlush.contains(error.code) {
          // It may be on the disk all the same: a guard that says more than the store has would
          // keep the only owner out.
          isWritten = true
          throw error
        }
      }
    }
  }

  /// The codes with which a flush may fail.
  private static let ofFlush: Set<StoreError.Code> = [
    .storage, .writerStopped, .fileSizeLimit, .overQuota,
  ]

  private func change(_ replica: ReplicaID, _ next: (Sent?) throws -> Sent) throws {
    try Self.keyed(.unwritable) { try folder.alone { try write(replica, next) } }
  }

  /// Writes what follows on the line of a replica; nobody else writes meanwhile.
  private func write(_ replica: ReplicaID, _ next: (Sent?) throws -> Sent) throws {
    var noted = try readFile()
    let sent = try next(noted[replica])
    if noted.updateValue(sent, forKey: replica) == sent { return }
    // Of a process that was killed while it wrote the guard; one that cannot go keeps nobody.
    try? folder.removeDrafts(idleFor: AtomicFolder.draftPatience)
    let lines = noted.sorted { $0.key < $1.key }.map { replica, sent in
      "\(replica) \(sent.sequence)" + (sent.chain.isEmpty ? "" : " \(sent.chain)") + "\n"
    }
    try folder.replace(name, with: Array(lines.joined().utf8))
    try folder.flush()
  }

  /// Turns an error of the file into a `SyncError`.
  private static func keyed<R>(_ code: SyncError.Code, _ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as SnapshotError {
      throw SyncError(code, "the guard beside the key cannot be kept: \(error.message)")
    }
  }
}
