internal import Daybook
internal import Foundation

/// What a full backup holds; its own digest is its last member, so that a changed byte shows.
struct BackupManifest: Equatable, Sendable {
  static let fileName = "manifest.json"
  static let version: UInt64 = 1

  let store: UUID
  let space: UUID
  let replica: UUID
  let transaction: UInt64
  /// The checksum of the newest transaction's message; 0 when it was purged.
  let checksum: UInt32
  let purged: UInt64
  /// When it was made, in milliseconds since 1970.
  let milliseconds: Int64
  let transactions: UInt64
  let events: UInt64
  let views: [String: StoreCopy.View]
  /// Size and SHA-256 digest of `data.mdb`.
  let size: UInt64
  let digest: String

  init(_ copy: StoreCopy, at time: Date, size: UInt64, digest: String) {
    (store, space, replica) = (copy.store, copy.space, copy.replica.uuid)
    (transaction, checksum, purged) = (copy.transaction, copy.checksum, copy.purged)
    milliseconds = Int64((time.timeIntervalSince1970 * 1000).rounded(.down))
    (transactions, events, views) = (copy.transactions, copy.events, copy.views)
    (self.size, self.digest) = (size, digest)
  }

  /// Whether it is of that copy.
  func describes(_ copy: StoreCopy) -> Bool {
    self == BackupManifest(copy, at: time, size: size, digest: digest)
  }

  var time: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  var bytes: [UInt8] {
    var text = JSONText(capacity: 4096)
    text.begin()
    text.key("daybook")
    text.text("backup")
    text.key("version")
    text.number(Self.version)
    for (key, value) in [("store", store), ("space", space), ("replica", replica)] {
      text.key(key)
      text.text(value.uuidString)
    }
    text.key("time")
    text.text(PlainTime.text(milliseconds: milliseconds))
    let numbers = [
      ("milliseconds", UInt64(max(0, milliseconds))), ("transaction", transaction),
      ("crc32c", UInt64(checksum)), ("purged", purged), ("transactions", transactions),
      ("events", events), ("bytes", size),
    ]
    for (key, value) in numbers {
      text.key(key)
      text.number(value)
    }
    text.key("data")
    text.text(digest)
    add(views, to: &text)
    var digest = FileDigest()
    digest.update(text.bytes)
    text.key("sha256")
    text.text(digest.text)
    text.end()
    text.newline()
    return text.bytes
  }

  private func add(_ views: [String: StoreCopy.View], to text: inout JSONText) {
    text.key("views")
    text.begin()
    for (name, view) in views.sorted(by: { $0.key < $1.key }) {
      text.key(name)
      text.begin()
      text.key("fingerprint")
      text.text(view.fingerprint)
      text.key("parameters")
      text.text(view.parameters)
      text.key("digest")
      text.text(view.digest)
      text.end()
    }
    text.end()
  }

  /// Reads a manifest.
  ///
  /// - Parameter file: its name with that of the folder.
  /// - Throws: `InterchangeError`: `newerFormat`, `damagedFile`.
  init(_ bytes: [UInt8], file: String) throws(InterchangeError) {
    // The digest first: what was changed may look like something newer.
    let end = Array("\"}\n".utf8)
    let start = Array(",\"sha256\":\"".utf8)
    let tail = start.count + 64 + end.count
    var digest = FileDigest()
    digest.update(Array(bytes.dropLast(tail)))
    guard bytes.count > tail, bytes.suffix(tail).elementsEqual(start + digest.text.utf8 + end)
    else { throw .damaged(file, "its last member is not the digest of what is before it") }
    let members: Members
    do {
      let version = try JSONDecoder().decode(Version.self, from: Data(bytes)).version
      guard version <= Self.version else {
        throw InterchangeError(
          .newerFormat, file: file,
          "\(file) has version \(version) of the format, this program reads up to \(Self.version); update it."
        )
      }
      members = try JSONDecoder().decode(Members.self, from: Data(bytes))
    } catch let error as InterchangeError {
      throw error
    } catch {
      throw .damaged(file, "it lacks what a manifest has")
    }
    (store, space, replica) = (members.store, members.space, members.replica)
    (transaction, checksum) = (members.transaction, members.crc32c)
    purged = members.purged
    milliseconds = members.milliseconds
    (transactions, events) = (members.transactions, members.events)
    (size, self.digest, views) = (members.bytes, members.data, members.views)
  }

  private struct Version: Decodable { let version: UInt64 }

  private struct Members: Decodable {
    let store: UUID
    let space: UUID
    let replica: UUID
    let transaction: UInt64
    let crc32c: UInt32
    let purged: UInt64
    let milliseconds: Int64
    let transactions: UInt64
    let events: UInt64
    let bytes: UInt64
    let data: String
    let views: [String: StoreCopy.View]
  }
}
