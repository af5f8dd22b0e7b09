internal import DaybookSync
internal import Foundation

/// The files of a shared folder on a server that speaks WebDAV, such as Nextcloud or a NAS.
struct WebDAVFiles: FolderFiles {
  private static let longestListing = 64 << 20
  private static let question = Array(
    """
    <?xml version="1.0" encoding="utf-8"?>
    <d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getcontentlength/><d:getetag/></d:prop>\
    </d:propfind>
    """.utf8)

  private let place: WebDAVPlace
  private let credentials: WebDAVCredentials?
  private let calls: RemoteCalls

  init(
    _ place: WebDAVPlace, _ credentials: WebDAVCredentials?, over transport: any FolderTransport,
    _ retries: FolderRetries
  ) {
    (self.place, self.credentials) = (place, credentials)
    // 423: somebody has the file open; servers of families answer so for some seconds.
    calls = RemoteCalls(
      transport: transport, retries: retries, address: place.address, passing: [408, 423, 429])
  }

  var address: String { place.address }
  var isNear: Bool { false }
  var listsParts: Bool { false }

  func check() -> Bool { true }

  // MARK: Reading

  func list(_ folder: String, after name: String?) async throws -> [FolderEntry] {
    let answer: RemoteCalls.Answer
    do {
      answer = try await calls.send { _ in
        request(
          "PROPFIND", folder + "/", headers: ["depth": "1", "content-type": "application/xml"],
          body: Self.question, limit: Self.longestListing)
      }
    } catch is FolderAnswerTooLarge {
      throw SyncError(.peer, "\(address)/\(folder) holds more files than can be listed at once")
    }
    if answer.status == 404 || answer.status == 410 { return [] }
    guard answer.status == 207 else { throw calls.refused(answer) }
    guard let listing = WebDAVListing(answer.response.body) else {
      throw SyncError(.peer, "\(address) answers with something that is no list of a folder")
    }
    return listing.entries(of: place.path(folder))
  }

  func read(_ path: String, limit: Int) async throws -> FolderRead {
    try await calls.read(limit: limit) { _, limit in request("GET", path, limit: limit) }
  }

  // MARK: Writing

  func add(_ path: String, _ bytes: [UInt8]) async throws -> FolderAddition {
    let answer = try await put(path, bytes, headers: ["if-none-match": "*"])
    return try await calls.addition(answer, of: bytes) {
      try await read(path, limit: bytes.count)
    }
  }

  func replace(_ path: String, with bytes: [UInt8]) async throws {
    let answer = try await put(path, bytes, headers: [:])
    guard (200...299).contains(answer.status) else { throw calls.refused(answer) }
  }

  func remove(_ names: [String], in folder: String) async throws -> Int {
    try await calls.remove(names.map { name in { _ in request("DELETE", "\(folder)/\(name)") } })
  }

  /// Puts a file there; makes the folders around it when the server says that they are missing.
  private func put(
    _ path: String, _ bytes: [UInt8], headers: [String: String]
  ) async throws -> RemoteCalls.Answer {
    let send = {
      try await calls.send { _ in request("PUT", path, headers: headers, body: bytes) }
    }
    let answer = try await send()
    guard answer.status == 409 || answer.status == 404 else { return answer }
    try await makeFolders(around: path)
    return try await send()
  }

  private func makeFolders(around path: String) async throws {
    var folder = ""
    for name in path.split(separator: "/").dropLast() {
      folder += "\(name)/"
      let made = try await calls.send { [folder] _ in request("MKCOL", folder) }
      // 405: there is one.
      guard (200...299).contains(made.status) || made.status == 405 else {
        throw made.status == 409
          ? SyncError(.peer, "there is no folder at \(address); make it there first")
          : calls.refused(made)
      }
    }
  }

  func flush(_ folder: String) {}

  func append(
    _ bytes: [UInt8], _ count: Int, to folder: String, after last: UInt64
  ) async throws -> FolderEntry {
    try await appendByAdding(bytes, count, to: folder, after: last)
  }

  // MARK: Requests

  private func request(
    _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8] = [],
    limit: Int = FolderRequest.shortAnswer
  ) -> FolderRequest {
    var headers = headers
    headers["authorization"] = credentials?.authorization
    return FolderRequest(
      method, place.origin + place.path(path), headers: headers, body: body, limit: limit)
  }
}

/// What a server says of a folder.
struct WebDAVListing {
  private let entries: [(path: String, FolderEntry)]

  /// Reads an answer; nil for what is none.
  init?(_ bytes: [UInt8]) {
    guard let root = XMLNode.read(bytes), root.name == "multistatus" else { return nil }
    entries = root.all("response").compactMap { response in
      guard let href = response["href"]?.text.trimmingCharacters(in: .whitespacesAndNewlines),
        let path = Self.path(href)
      else { return nil }
      // Properties that it does not have are listed apart, with another status.
      let found = response.all("propstat").first {
        $0["status"].map { $0.text.contains(" 200") } ?? true
      }
      guard let properties = found?["prop"] else { return nil }
      let isFolder = properties["resourcetype"]?.contains("collection") ?? false
      let size = properties["getcontentlength"].flatMap { Int($0.text) }
      let tag = properties["getetag"].map { FolderTag.text($0.text) }
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      return (
        path,
        FolderEntry(
          name: name, isFolder: isFolder, size: isFolder ? nil : size ?? 0,
          tag: isFolder ? nil : tag)
      )
    }
  }

  /// What lies in the folder at a path, which is encoded: all but the folder itself.
  func entries(of folder: String) -> [FolderEntry] {
    let own = Self.path(folder) ?? folder
    return entries.filter { $0.path != own && !$0.1.name.isEmpty }.map(\.1)
      .sorted { $0.name < $1.name }
  }

  /// The path of an address or a path, decoded and without slashes at its ends.
  private static func path(_ href: String) -> String? {
    let path: Substring
    if let scheme = href.range(of: "://") {
      let rest = href[scheme.upperBound...]
      path = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
    } else {
      path = href[...]
    }
    return URLText.decoded(String(path)).map { URLText.path($0) }
  }
}
