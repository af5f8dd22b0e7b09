package import DaybookRemoteFolders
package import DaybookSync
import DaybookTesting
import Foundation
package import Synchronization

/// The server of a bucket or of a WebDAV folder, in memory, with one shared folder.
///
/// What goes wrong with a request depends on the seed, on what is asked for and on how often that
/// was asked for, and not on what else is asked for at the same time.
package final class RemoteMemory: FolderTransport {
  package enum Dialect: String, Sendable, CaseIterable { case bucket, server }

  package struct State {
    /// All files, by bucket and key or by path.
    package var files: [String: [UInt8]] = [:]
    /// How often each file was written, for its tag.
    package var writes: [String: Int] = [:]
    /// Those of a server, which have to be made.
    package var folders: Set<String> = []
    package var faults: RemoteFaults
    /// The file that was written last.
    var newest: String?
    /// Every request: its method and what it is about.
    package var requests: [String] = []
    package var heads: [[String: String]] = []
    /// Answers to give in place of the next ones.
    package var forced: [FolderResponse] = []
    /// How often each thing was asked for.
    var asked: [String: Int] = [:]
    /// A number for each part of an address, in the order in which they came.
    var parts: [Substring: Int] = [:]
  }

  struct Lost: Error, CustomStringConvertible {
    var description: String { "the connection broke" }
  }

  package let dialect: Dialect
  package let state: Mutex<State>
  private let seed: UInt64

  /// A server; somebody has made the folder there.
  package init(_ dialect: Dialect, _ faults: RemoteFaults = .none, seed: UInt64 = 1) {
    (self.dialect, self.seed) = (dialect, seed)
    state = Mutex(State(folders: ["dav", "dav/noor"], faults: faults))
  }

  /// Where the shared folder is among the files.
  package var root: String { dialect == .bucket ? "bucket/shared/noor" : "dav/noor" }

  /// The shared folder as a peer, which asks again at once.
  package func peer(
    retries: FolderRetries = .atOnce, name: String? = nil
  ) throws -> FolderPeer {
    switch dialect {
    case .bucket:
      try RemoteFolder("s3://bucket/shared/noor", endpoint: "https://s3.test")
        .peer(
          over: self, credentials: .key("id", secret: "hidden"), retries: retries, name: name)
    case .server:
      try RemoteFolder("https://cloud.test/dav/noor")
        .peer(
          over: self, credentials: .login("ada", password: "hidden"), retries: retries, name: name)
    }
  }

  // MARK: What is there

  /// The files of the shared folder, by their paths in it and in their order.
  package var paths: [String] {
    state.withLock { state in
      state.files.keys.filter { $0.hasPrefix(root + "/") }
        .map { String($0.dropFirst(root.count + 1)) }.sorted()
    }
  }

  /// What a file of the shared folder holds; somebody changes it, or removes it with nil.
  package subscript(path: String) -> [UInt8]? {
    get { state.withLock { $0.files["\(root)/\(path)"] } }
    set {
      state.withLock { state in
        let key = "\(root)/\(path)"
        state.files[key] = newValue
        state.writes[key, default: 0] += 1
        var folder = key
        while let slash = folder.lastIndex(of: "/") {
          folder = String(folder[..<slash])
          state.folders.insert(folder)
        }
      }
    }
  }

  /// Lets all who share the folder know that something in it has changed.
  package func tellNews() {
    state.withLock { state in
      for key in state.files.keys where key.hasSuffix("/poke") {
        state.writes[key, default: 0] += 1
        state.files[key] = Array("news \(state.writes[key] ?? 0)".utf8)
      }
    }
  }

  /// What was asked since the last call.
  package func takeRequests() -> [String] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }

  // MARK: Answers

  package func send(_ request: FolderRequest) async throws -> FolderResponse {
    try state.withLock { state in
      state.requests.append("\(request.method) \(request.url)")
      state.heads.append(request.headers)
      if !state.forced.isEmpty { return state.forced.removeFirst() }
      let faults = state.faults
      var random = random(request, &state)
      func comes(_ percent: Int) -> Bool {
        percent > 0 && Int.random(in: 0..<100, using: &random) < percent
      }
      if comes(faults.busy) {
        let status = dialect == .bucket ? 503 : Bool.random(using: &random) ? 423 : 429
        return FolderResponse(status: status, headers: ["retry-after": "1"])
      }
      if comes(faults.lostRequests) { throw Lost() }
      let isStale = comes(faults.staleLists)
      let response = answer(request, &state, isStale: isStale)
      if comes(faults.lostAnswers) { throw Lost() }
      if comes(faults.failures) { return FolderResponse(status: 500) }
      if response.body.count > request.limit { throw FolderAnswerTooLarge() }
      return response
    }
  }

  private func random(_ request: FolderRequest, _ state: inout State) -> SeededGenerator {
    // Identifiers differ from run to run.
    let parts = request.url.split { "/?&=%".contains($0) }.map { part in
      let number = state.parts[part] ?? state.parts.count
      state.parts[part] = number
      return "\(number)"
    }
    let what = "\(request.method) \(parts.joined(separator: " "))"
    let count = state.asked[what, default: 0]
    state.asked[what] = count + 1
    let hash = what.utf8.reduce(seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(count)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return SeededGenerator(seed: hash)
  }

  private func answer(
    _ request: FolderRequest, _ state: inout State, isStale: Bool
  ) -> FolderResponse {
    let url = URLComponents(string: request.url)
    let path = url?.path.split(separator: "/").joined(separator: "/") ?? ""
    var shown = state.files
    if isStale, let newest = state.newest { shown[newest] = nil }
    switch request.method {
    case "GET" where url?.queryItems?.isEmpty == false:
      return bucketPage(url?.queryItems ?? [], shown, state)
    case "GET":
      guard let bytes = state.files[path] else { return Self.missing }
      return FolderResponse(status: 200, headers: ["etag": Self.tag(path, state)], body: bytes)
    case "PUT": return put(request, path, &state)
    case "DELETE":
      let isThere = state.files.removeValue(forKey: path) != nil
      return FolderResponse(status: isThere || dialect == .bucket ? 204 : 404)
    case "MKCOL":
      let parent = path.split(separator: "/").dropLast().joined(separator: "/")
      if !parent.isEmpty, !state.folders.contains(parent) { return FolderResponse(status: 409) }
      return FolderResponse(status: state.folders.insert(path).inserted ? 201 : 405)
    case "PROPFIND": return serverPage(path, shown, state)
    default: return FolderResponse(status: 405)
    }
  }

  /// What servers say is longer than many a file.
  private static var missing: FolderResponse {
    let code = "<Error><Code>NoSuchKey</Code><Message>\(String(repeating: "no ", count: 200))"
    return FolderResponse(status: 404, body: Array("\(code)</Message></Error>".utf8))
  }

  static func tag(_ path: String, _ state: State) -> String {
    "\"\(state.writes[path] ?? 0)-\(path.utf8.count)\""
  }

  private func put(
    _ request: FolderRequest, _ path: String, _ state: inout State
  ) -> FolderResponse {
    if state.faults.isFull { return FolderResponse(status: 507) }
    if dialect == .server {
      let parent = path.split(separator: "/").dropLast().joined(separator: "/")
      guard state.folders.contains(parent) else { return FolderResponse(status: 409) }
    }
    if request.headers["if-none-match"] == "*" {
      switch state.faults.conditions {
      case .kept where state.files[path] != nil: return FolderResponse(status: 412)
      case .refused: return FolderResponse(status: 501)
      case .kept, .ignored: break
      }
    }
    state.files[path] = request.body
    state.writes[path, default: 0] += 1
    state.newest = path
    // Servers do not tell of a tag here; buckets do.
    return dialect == .server
      ? FolderResponse(status: 201)
      : FolderResponse(status: 200, headers: ["etag": Self.tag(path, state)])
  }
}

extension FolderRetries {
  /// Asks again often, and at once.
  package static var atOnce: FolderRetries {
    var retries = FolderRetries()
    retries.attempts = 40
    retries.total = .seconds(1_000_000)
    retries.sleep = { _ in }
    retries.random = { 0.5 }
    return retries
  }
}
