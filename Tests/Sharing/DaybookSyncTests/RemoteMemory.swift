import DaybookRemoteFolders
import DaybookTesting
import Foundation
import Synchronization

/// The server of a bucket or of a WebDAV folder, in memory.
final class RemoteMemory: FolderTransport {
  enum Dialect: String, Sendable, CaseIterable { case bucket, server }

  struct State {
    var files: [String: [UInt8]] = [:]
    /// How often each file was written, for its tag.
    var writes: [String: Int] = [:]
    /// Those of a server, which have to be made.
    var folders: Set<String> = []
    var faults: RemoteFaults
    var random: SeededGenerator
    /// The files and folders before the last write.
    var before: (files: [String: [UInt8]], folders: Set<String>) = ([:], [])
    /// Every request: its method and what it is about.
    var requests: [String] = []
    var heads: [[String: String]] = []
    /// An answer to give in place of the next ones.
    var forced: [FolderResponse] = []
  }

  struct Lost: Error, CustomStringConvertible {
    var description: String { "the connection broke" }
  }

  let dialect: Dialect
  let state: Mutex<State>

  init(_ dialect: Dialect, _ faults: RemoteFaults = .none, seed: UInt64 = 1) {
    self.dialect = dialect
    state = Mutex(State(faults: faults, random: SeededGenerator(seed: seed)))
  }

  /// What was asked since the last call.
  func takeRequests() -> [String] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }

  func send(_ request: FolderRequest) async throws -> FolderResponse {
    try state.withLock { state in
      state.requests.append("\(request.method) \(request.url)")
      state.heads.append(request.headers)
      if !state.forced.isEmpty { return state.forced.removeFirst() }
      let faults = state.faults
      func comes(_ percent: Int, _ state: inout State) -> Bool {
        percent > 0 && Int.random(in: 0..<100, using: &state.random) < percent
      }
      if comes(faults.busy, &state) {
        return FolderResponse(
          status: dialect == .bucket ? 503 : [423, 429].randomElement(using: &state.random) ?? 423,
          headers: ["retry-after": "1"])
      }
      if comes(faults.lostRequests, &state) { throw Lost() }
      let isStale = comes(faults.staleLists, &state)
      let response = answer(request, &state, isStale: isStale)
      if comes(faults.lostAnswers, &state) { throw Lost() }
      if comes(faults.failures, &state) { return FolderResponse(status: 500) }
      if response.body.count > request.limit { throw FolderAnswerTooLarge() }
      return response
    }
  }

  private func answer(
    _ request: FolderRequest, _ state: inout State, isStale: Bool
  ) -> FolderResponse {
    let url = URLComponents(string: request.url)
    let path = url?.path.split(separator: "/").joined(separator: "/") ?? ""
    switch request.method {
    case "GET" where url?.queryItems?.isEmpty == false:
      return bucketPage(url?.queryItems ?? [], isStale ? state.before.files : state.files, state)
    case "GET":
      guard let bytes = state.files[path] else { return FolderResponse(status: 404) }
      return FolderResponse(status: 200, headers: ["etag": tag(path, state)], body: bytes)
    case "PUT": return put(request, path, &state)
    case "DELETE":
      remember(&state)
      let isThere = state.files.removeValue(forKey: path) != nil
      return FolderResponse(status: isThere || dialect == .bucket ? 204 : 404)
    case "MKCOL":
      remember(&state)
      let parent = path.split(separator: "/").dropLast().joined(separator: "/")
      if !parent.isEmpty, !state.folders.contains(parent) { return FolderResponse(status: 409) }
      return FolderResponse(status: state.folders.insert(path).inserted ? 201 : 405)
    case "PROPFIND":
      return serverPage(path, isStale ? state.before : (state.files, state.folders), state)
    default: return FolderResponse(status: 405)
    }
  }

  private func remember(_ state: inout State) {
    state.before = (state.files, state.folders)
  }

  private func tag(_ path: String, _ state: State) -> String {
    "\"\(state.writes[path] ?? 0)-\(path.utf8.count)\""
  }

  private func put(
    _ request: FolderRequest, _ path: String, _ state: inout State
  ) -> FolderResponse {
    if dialect == .server {
      let parent = path.split(separator: "/").dropLast().joined(separator: "/")
      guard state.folders.contains(parent) else { return FolderResponse(status: 409) }
    }
    let isKept = request.headers["if-none-match"] == "*" && !state.faults.ignoresConditions
    if isKept, state.files[path] != nil { return FolderResponse(status: 412) }
    remember(&state)
    state.files[path] = request.body
    state.writes[path, default: 0] += 1
    // Servers do not tell of a tag here; buckets do.
    return dialect == .server
      ? FolderResponse(status: 201)
      : FolderResponse(status: 200, headers: ["etag": tag(path, state)])
  }

  // MARK: Lists

  private func bucketPage(
    _ query: [URLQueryItem], _ files: [String: [UInt8]], _ state: State
  ) -> FolderResponse {
    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
    let root = "bucket/"
    let prefix = root + (value("prefix") ?? "")
    let after = value("continuation-token").map { $0 } ?? value("start-after") ?? ""
    var (contents, folders): (String, Set<String>) = ("", [])
    var (count, last, isCut) = (0, "", false)
    for (key, bytes) in files.sorted(by: { $0.key < $1.key })
    where key.hasPrefix(prefix) && key.dropFirst(root.count) > after {
      let rest = key.dropFirst(prefix.count)
      if let slash = rest.firstIndex(of: "/") {
        let folder = prefix.dropFirst(root.count) + rest[...slash]
        // A page that ends with a folder goes on after all that is in it.
        if after.hasPrefix(folder) || folders.contains(String(folder)) { continue }
        if count == 3 { isCut = true; break }
        folders.insert(String(folder))
        last = "\(folder)\u{10FFFF}"
      } else {
        if count == 3 { isCut = true; break }
        last = String(key.dropFirst(root.count))
        contents +=
          "<Contents><Key>\(last)</Key><ETag>\(tag(key, state))</ETag><Size>\(bytes.count)</Size></Contents>"
      }
      count += 1
    }
    let common = folders.sorted().map {
      "<CommonPrefixes><Prefix>\($0)</Prefix></CommonPrefixes>"
    }.joined()
    let next =
      isCut
      ? "<IsTruncated>true</IsTruncated><NextContinuationToken>\(last)</NextContinuationToken>"
      : "<IsTruncated>false</IsTruncated>"
    return FolderResponse(
      status: 200,
      body: Array(
        ("<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
          + next + contents + common + "</ListBucketResult>").utf8))
  }

  private func serverPage(
    _ path: String, _ there: (files: [String: [UInt8]], folders: Set<String>), _ state: State
  ) -> FolderResponse {
    guard there.folders.contains(path) else { return FolderResponse(status: 404) }
    func isIn(_ other: String) -> Bool {
      other.hasPrefix(path + "/") && !other.dropFirst(path.count + 1).contains("/")
    }
    let folders = ([path] + there.folders.filter(isIn)).map {
      "<D:response><D:href>/\($0)/</D:href><D:propstat><D:prop><D:resourcetype><D:collection/>"
        + "</D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    }
    let files = there.files.filter { isIn($0.key) }.map {
      "<D:response><D:href>/\($0.key)</D:href><D:propstat><D:prop><D:resourcetype/>"
        + "<D:getcontentlength>\($0.value.count)</D:getcontentlength>"
        + "<D:getetag>\(tag($0.key, state))</D:getetag></D:prop>"
        + "<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    }
    let body =
      "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">" + folders.joined()
      + files.joined() + "</D:multistatus>"
    return FolderResponse(status: 207, body: Array(body.utf8))
  }
}
