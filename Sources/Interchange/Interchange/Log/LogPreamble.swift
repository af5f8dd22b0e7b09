internal import Daybook
internal import Foundation

/// The first line of a log as a file: whose it is, and which part.
struct LogPreamble: Equatable, Sendable {
  let store: UUID
  let space: UUID
  /// The number of the transaction before the first.
  let after: UInt64
  /// The number of the last transaction.
  let through: UInt64
  /// The parameters of the store's projections, by their names.
  let views: [String: String]

  var line: [UInt8] {
    var line = JSONText()
    line.begin()
    line.key("daybook")
    line.text("log")
    line.key("version")
    line.number(LogLine.version)
    line.key("store")
    line.text(store.uuidString)
    line.key("space")
    line.text(space.uuidString)
    line.key("after")
    line.number(after)
    line.key("through")
    line.number(through)
    if !views.isEmpty {
      line.key("views")
      line.begin()
      for (name, parameters) in views.sorted(by: { $0.key < $1.key }) {
        line.key(name)
        line.text(parameters)
      }
      line.end()
    }
    // The digest of the whole file would name its last line for damage in this one.
    let checksum = LogMessage.checksum(of: line.bytes)
    line.key("crc32c")
    line.plain(LogLine.digits(checksum))
    line.end()
    line.newline()
    return line.bytes
  }

  init(store: UUID, space: UUID, after: UInt64, through: UInt64, views: [String: String]) {
    (self.store, self.space, self.after, self.through) = (store, space, after, through)
    self.views = views
  }

  /// Reads the first line of a file.
  ///
  /// - Throws: `InterchangeError`: `notALog`, `newerFormat`, `damagedFile`.
  init(_ line: [UInt8]?, file: String) throws(InterchangeError) {
    let text = Array("{\"daybook\":\"log\"".utf8)
    guard let line, line.starts(with: text) else {
      throw InterchangeError(
        .notALog, file: file,
        "\(file) is no log of Daybook: its first line does not begin with {\"daybook\":\"log\".")
    }
    let members: Members
    do { members = try JSONDecoder().decode(Members.self, from: Data(line)) } catch {
      throw .damaged(file, line: 1, "cannot be read")
    }
    guard members.version <= LogLine.version else {
      throw InterchangeError(
        .newerFormat, file: file,
        "\(file) has version \(members.version) of the format, this program reads up to \(LogLine.version); update it."
      )
    }
    guard let store = members.store, let space = members.space, let after = members.after,
      let through = members.through, after <= through
    else { throw .damaged(file, line: 1, "lacks what a first line has") }
    self.init(
      store: store, space: space, after: after, through: through, views: members.views ?? [:])
    guard self.line == line else { throw .damaged(file, line: 1, "is not as it was written") }
  }

  private struct Members: Decodable {
    let version: UInt64
    let store: UUID?
    let space: UUID?
    let after: UInt64?
    let through: UInt64?
    let views: [String: String]?
  }
}
