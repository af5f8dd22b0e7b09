internal import DaybookSync
internal import Foundation

/// The files of a shared folder in a bucket, by the interface that Amazon, Cloudflare, Backblaze,
/// MinIO, Ceph and others have.
struct S3Files: FolderFiles {
  private static let longestListing = 8 << 20
  /// As many as a server gives at most.
  private static let most = 1_000

  let place: S3Place
  let calls: RemoteCalls
  private let signature: S3Signature

  init(
    _ place: S3Place, _ credentials: S3Credentials, over transport: any FolderTransport,
    _ retries: FolderRetries
  ) {
    self.place = place
    signature = S3Signature(credentials: credentials, region: place.region)
    // 409: two writers of one key at once, of whom this one is to try again.
    calls = RemoteCalls(
      transport: transport, retries: retries, address: place.address, passing: [408, 409, 429],
      reason: { S3Problem($0)?.words ?? "" })
  }

  var address: String { place.address }
  var isNear: Bool { false }
  var listsParts: Bool { true }

  func check() -> Bool { true }

  // MARK: Reading

  func list(_ folder: String, after name: String?) async throws -> [FolderEntry] {
    try await list(folder, after: name, with: [("delimiter", "/")])
  }

  /// One list, where other servers are asked for one of each folder.
  func listWithin(_ folder: String) async throws -> [FolderEntry] {
    try await list(folder, after: nil, with: [])
  }

  private func list(
    _ folder: String, after name: String?, with more: [(String, String)]
  ) async throws -> [FolderEntry] {
    let prefix = place.key(folder) + "/"
    var (entries, next): ([FolderEntry], String?) = ([], nil)
    repeat {
      var query =
        [
          ("list-type", "2"), ("prefix", prefix), ("encoding-type", "url"),
          ("max-keys", "\(Self.most)"),
        ] + more
      if let next {
        query.append(("continuation-token", next))
      } else if let name {
        query.append(("start-after", prefix + name))
      }
      let page = try await page(query)
      entries += page.entries(after: prefix)
      let token = page.next
      if token != nil, token == next { throw unreadable }
      next = token
    } while next != nil
    return entries.sorted { $0.name < $1.name }
  }

  private func page(_ query: [(String, String)]) async throws -> S3Listing {
    let answer: RemoteCalls.Answer
    do {
      answer = try await calls.send {
        request("GET", nil, query: query, limit: Self.longestListing, at: $0)
      }
    } catch is FolderAnswerTooLarge { throw unreadable }
    guard answer.status == 200 else { throw calls.refused(answer) }
    guard let listing = S3Listing(answer.response.body) else { throw unreadable }
    return listing
  }

  private var unreadable: SyncError {
    SyncError(.peer, "\(address) answers with something that is no list of a bucket's files")
  }

  func read(_ path: String, limit: Int) async throws -> FolderRead {
    try await calls.read(limit: limit) {
      request("GET", path, limit: $1, at: $0)
    } isMissing: {
      $0.status == 404 && S3Problem($0.response.body)?.code != "NoSuchBucket"
    }
  }

  // MARK: Writing

  func add(_ path: String, _ bytes: [UInt8]) async throws -> FolderAddition {
    let answer = try await calls.send {
      request("PUT", path, headers: ["if-none-match": "*"], body: bytes, at: $0)
    }
    return try await calls.addition(answer, of: bytes) {
      try await read(path, limit: bytes.count)
    }
  }

  func replace(_ path: String, with bytes: [UInt8]) async throws {
    let answer = try await calls.send { request("PUT", path, body: bytes, at: $0) }
    guard (200...299).contains(answer.status) else { throw calls.refused(answer) }
  }

  func remove(_ names: [String], in folder: String) async throws -> Int {
    try await calls.remove(
      names.map { name in { request("DELETE", "\(folder)/\(name)", at: $0) } })
  }

  func flush(_ folder: String) {}

  func append(
    _ bytes: [UInt8], _ count: Int, to folder: String, after last: UInt64
  ) async throws -> FolderEntry {
    try await appendByAdding(bytes, count, to: folder, after: last)
  }

  // MARK: Requests

  /// A signed request.
  ///
  /// - Parameter path: the path of a file; nil for the bucket itself.
  private func request(
    _ method: String, _ path: String?, query: [(String, String)] = [],
    headers: [String: String] = [:], body: [UInt8] = [],
    limit: Int = FolderRequest.shortAnswer, at date: Date
  ) -> FolderRequest {
    let key = path.map { "/" + URLText.encoded(place.key($0), keepingSlashes: true) } ?? ""
    let whole = place.root + key
    let target = whole.isEmpty ? "/" : whole
    var headers = headers
    headers["host"] = place.host
    var signed = signature.headers(
      method, path: target, query: query, headers: headers, body: body, at: date)
    // The transport writes this field by the address.
    signed["host"] = nil
    let end = query.isEmpty ? "" : "?" + S3Signature.text(query)
    return FolderRequest(
      method, place.origin + target + end, headers: signed, body: body, limit: limit)
  }
}
