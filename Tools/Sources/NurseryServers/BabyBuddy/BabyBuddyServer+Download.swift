internal import Foundation
@_spi(Tools) internal import Interchange
@_spi(Tools) internal import NurseryInterchange

extension BabyBuddyServer {
  /// What was downloaded.
  public struct Download: Hashable, Sendable {
    /// How many rows of each endpoint.
    public internal(set) var rows: [String: Int] = [:]
    /// Endpoints that this Baby Buddy does not have, because it is older.
    public internal(set) var absent: [String] = []
  }

  /// How often everything is looked at again because rows came in between.
  static let rounds = 3

  /// Reads all pages into a folder, which `BabyBuddyPages` reads.
  ///
  /// Of each endpoint as many rows have to come as the server counts, on every page and once more
  /// at the end; when somebody logs meanwhile, it is read again, in larger pages. What an
  /// interrupted download has read is kept, and the next one to the same folder within a day goes
  /// on from there. Until all is there `BabyBuddyPages` refuses the folder.
  ///
  /// Cost: one question for every `pageSize` rows, and three for each endpoint; one page and some
  /// 60 bytes a row in memory.
  ///
  /// - Parameters:
  ///   - folder: is made; pages that are there already are replaced.
  ///   - progress: gets an endpoint, its rows so far and all of its rows.
  /// - Throws: `InterchangeError`: `serverRefused`, `serverFailed`, `serverUnreachable`,
  ///   `serverMoved`; `notJSON` for what is not Baby Buddy's API; `tooLarge`; `incomplete` when
  ///   somebody logs all the time; `unwritableFile`. `CancellationError`.
  @discardableResult
  public func download(
    to folder: String,
    progress: @Sendable (_ endpoint: String, _ rows: Int, _ all: Int) -> Void = { _, _, _ in }
  ) async throws -> Download {
    let there = try await ServerPage.endpoints(reader.get(url()), address.origin)
    var pages = try PageFolderWriter(folder, server: address.absoluteString, now: now())
    var download = Download()
    let wanted = BabyBuddyPages.endpoints.filter { there.contains($0) }
    download.absent = BabyBuddyPages.endpoints.filter { !there.contains($0) }
    for endpoint in download.absent { try pages.remove(endpoint) }
    for endpoint in wanted where pages.rows[endpoint] == nil {
      try await read(endpoint, into: &pages, progress)
    }
    for round in 1...Self.rounds {
      var changed: [String] = []
      for endpoint in wanted {
        let page = try await page(endpoint, limit: 1, offset: 0)
        if page.count != pages.rows[endpoint] { changed.append(endpoint) }
      }
      if changed.isEmpty {
        download.rows = pages.rows
        try pages.finish()
        return download
      }
      guard round < Self.rounds else { break }
      for endpoint in changed { try await read(endpoint, into: &pages, progress) }
    }
    throw InterchangeError(
      .incomplete,
      "Rows came and went on \(address.origin) while it was read, \(Self.rounds) times; "
        + "try again when nobody logs.")
  }

  /// The greatest page that is asked for.
  private static let largestPage = 10_000

  private func page(_ endpoint: String, limit: Int, offset: Int) async throws -> ServerPage {
    let bytes = try await reader.get(url(endpoint, limit: limit, offset: offset))
    return try ServerPage(bytes, endpoint, address.origin)
  }

  /// Reads an endpoint until all of its rows are there.
  private func read(
    _ endpoint: String, into pages: inout PageFolderWriter,
    _ progress: @Sendable (String, Int, Int) -> Void
  ) async throws {
    var size = max(pageSize, 1)
    for _ in 1...Self.rounds {
      if try await pass(endpoint, size, into: &pages, progress) { return }
      // One page is of one moment.
      size = min(size * 10, Self.largestPage)
    }
    throw InterchangeError(
      .incomplete,
      "The \(endpoint) on \(address.origin) changed while they were read, \(Self.rounds) times; "
        + "try again when nobody logs.")
  }

  /// Reads an endpoint once. Whether all rows that the server counted are there.
  private func pass(
    _ endpoint: String, _ size: Int, into pages: inout PageFolderWriter,
    _ progress: @Sendable (String, Int, Int) -> Void
  ) async throws -> Bool {
    try pages.begin(endpoint)
    var ids: Set<String> = []
    var (offset, count) = (0, 0)
    repeat {
      let page = try await page(endpoint, limit: size, offset: offset)
      if offset > 0, page.count != count { return false }
      count = page.count
      ids.formUnion(page.ids)
      try pages.add(page.bytes)
      offset += page.ids.count
      progress(endpoint, ids.count, count)
      // Somebody deleted what was left.
      if page.ids.isEmpty { break }
    } while offset < count
    guard ids.count == count else { return false }
    try pages.keep(endpoint, rows: count)
    return true
  }
}
