internal import Daybook
internal import Foundation
@_spi(Tools) internal import Interchange
@_spi(Tools) internal import NurseryInterchange

/// Writes the pages of a download into a folder, endpoint by endpoint.
///
/// | file | is |
/// |---|---|
/// | `feedings.json`, `feedings.page0002.json` | pages of an endpoint of which all are there |
/// | `feedings.page0001.part` | a page of an endpoint that is being read |
/// | `download.unfinished` | server, moment and endpoints that are done; goes at the end |
struct PageFolderWriter {
  /// Seconds for which what an interrupted download has read is good enough to go on.
  private static let keeps = 86_400.0

  private struct Mark: Codable, Equatable {
    var version = 1
    var server: String
    var began: Date
    var rows: [String: Int] = [:]
  }

  private let folder: URL
  private var mark: Mark
  private var parts = 0
  private var endpoint = ""

  /// How many rows of each endpoint are there.
  var rows: [String: Int] { mark.rows }

  /// Makes the folder, or goes on where an interrupted download of the same server ended.
  ///
  /// - Throws: `InterchangeError.unwritableFile`.
  init(_ place: String, server: String, now: Date) throws {
    // Foundation on Linux puts the home directory in the place of a tilde.
    folder = URL(fileURLWithPath: place.hasPrefix("~") ? "./\(place)" : place)
    mark = Mark(server: server, began: now)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw InterchangeError.unwritable(folder.relativePath, error) }
    let known = try? JSONDecoder().decode(Mark.self, from: Data(contentsOf: markFile))
    if let known, known.version == mark.version, known.server == server,
      (0..<Self.keeps).contains(now.timeIntervalSince(known.began))
    {
      mark = known
      mark.rows = known.rows.filter { FileManager.default.fileExists(atPath: path($0.key, 1)) }
    }
    try writeMark()
  }

  private var markFile: URL { folder.appendingPathComponent(BabyBuddyPages.unfinishedName) }

  private func writeMark() throws {
    let file = try NewFile(markFile)
    try file.write([UInt8](try JSONEncoder().encode(mark)))
    try file.keep()
  }

  private func path(_ endpoint: String, _ number: Int) -> String {
    let name =
      number == 1 ? endpoint : endpoint + ".page" + String(String(number + 10_000).dropFirst())
    return folder.appendingPathComponent(name + ".json").path
  }

  private func part(_ number: Int) -> URL {
    folder.appendingPathComponent("\(endpoint).page\(number).part")
  }

  /// Begins to read an endpoint, of which nothing counts as there any more.
  mutating func begin(_ endpoint: String) throws {
    self.endpoint = endpoint
    parts = 0
    if mark.rows.removeValue(forKey: endpoint) != nil { try writeMark() }
  }

  /// Takes the next page.
  mutating func add(_ bytes: [UInt8]) throws {
    parts += 1
    let file = try NewFile(part(parts))
    try file.write(bytes)
    try file.keep(flushes: false)
  }

  /// Puts the pages in the place of earlier ones.
  mutating func keep(_ endpoint: String, rows: Int) throws {
    try remove(endpoint)
    do {
      for number in 1..<(parts + 1) {
        try FileManager.default.moveItem(atPath: part(number).path, toPath: path(endpoint, number))
      }
    } catch { throw InterchangeError.unwritable(path(endpoint, 1), error) }
    mark.rows[endpoint] = rows
    try writeMark()
  }

  /// Removes the pages of an endpoint.
  func remove(_ endpoint: String) throws {
    for name in try names() where name.hasSuffix(".json") {
      guard name == endpoint + ".json" || name.hasPrefix(endpoint + ".") else { continue }
      try remove(name: name)
    }
  }

  /// Marks the download as whole.
  func finish() throws {
    for name in try names() where name.hasSuffix(".part") { try remove(name: name) }
    try remove(name: BabyBuddyPages.unfinishedName)
  }

  private func names() throws -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } catch {
      throw InterchangeError.unwritable(folder.relativePath, error)
    }
  }

  private func remove(name: String) throws {
    let file = folder.appendingPathComponent(name)
    do { try FileManager.default.removeItem(at: file) } catch {
      throw InterchangeError.unwritable(file.relativePath, error)
    }
  }
}
