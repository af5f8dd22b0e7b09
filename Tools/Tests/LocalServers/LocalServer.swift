internal import Foundation
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A server on this machine, on a port of its own, that answers as a test says.
///
/// One connection, one answer. Ends with the value.
public final class LocalServer: Sendable {
  /// What was asked.
  public struct Request: Sendable {
    /// The method, such as `GET`.
    public let method: String
    /// The path without the query.
    public let path: String
    /// The parts of the query.
    public let query: [String: String]
    /// Fields of the head, their names in lower case.
    public let headers: [String: String]
    /// The body.
    public fileprivate(set) var body: [UInt8] = []
  }

  /// What is answered.
  public struct Answer: Sendable {
    public var status = 200
    public var headers: [String: String] = [:]
    public var body = ""
    /// Whether the head says how many bytes the body has; else it ends with the connection.
    public var isCounted = true
    /// How many bytes of the body are left out, although the head counts them.
    public var cut = 0
    /// Whether nothing is ever answered; the connection stays open.
    public var hangs = false

    public init(_ body: String = "", status: Int = 200, headers: [String: String] = [:]) {
      self.body = body
      self.status = status
      self.headers = headers
    }
  }

  /// Where it listens.
  public let port: Int
  /// `http://127.0.0.1` with the port.
  public var address: String { "http://127.0.0.1:\(port)" }
  /// Everything that was asked so far.
  public var requests: [Request] { state.value.withLock(\.requests) }

  /// What the listening thread shares.
  private final class State: Sendable {
    struct Value {
      var requests: [Request] = []
      /// Connections that get no answer.
      var hanging: [Int32] = []
      var isOver = false
    }
    let value = Mutex(Value())
  }

  private let state = State()

  /// Listens.
  ///
  /// - Parameter answer: called for one request after the other.
  public init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    let listener = socket(AF_INET, Self.stream, 0)
    let port = Self.withPlace(0) { place, size in
      // Safety: the address lives through the calls and has the size that they are told.
      unsafe bind(listener, place, size)
    } then: { place, size in
      unsafe getsockname(listener, place, size)
    }
    guard listener >= 0, let port, listen(listener, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
    self.port = port
    Thread.detachNewThread { [state] in
      while true {
        let connection = accept(listener, nil, nil)
        if state.value.withLock(\.isOver) || connection < 0 {
          if connection >= 0 { close(connection) }
          close(listener)
          return
        }
        Self.serve(connection, state, answer)
      }
    }
  }

  deinit {
    let hanging = state.value.withLock { value in
      value.isOver = true
      return value.hanging
    }
    for connection in hanging { close(connection) }
    // The thread closes what it listens to, so that it never listens to another's; this wakes it.
    let waker = socket(AF_INET, Self.stream, 0)
    _ = Self.withPlace(port) { place, size in
      unsafe connect(waker, place, size)
    } then: { _, _ in
      0
    }
    close(waker)
  }

  #if canImport(Glibc)
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
  private static let stream = SOCK_STREAM
  #endif

  /// Calls two functions with the address of a port of this machine; gives the port that is there
  /// then, or nil when one of them failed.
  private static func withPlace(
    _ port: Int, _ first: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32,
    then second: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int? {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(port).bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Safety: `place` lives through the calls, and a `sockaddr_in` is a `sockaddr`.
    let isDone = unsafe withUnsafeMutablePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe first(pointer, size) == 0 && second(pointer, &size) == 0
      }
    }
    return isDone ? Int(UInt16(bigEndian: place.sin_port)) : nil
  }

  private static func serve(_ connection: Int32, _ state: State, _ answer: (Request) -> Answer) {
    guard let request = read(connection) else {
      close(connection)
      return
    }
    state.value.withLock { $0.requests.append(request) }
    let answer = answer(request)
    if answer.hangs { return state.value.withLock { $0.hanging.append(connection) } }
    let body = Array(answer.body.utf8)
    var head = "HTTP/1.1 \(answer.status) Answer\r\n"
    if answer.isCounted { head += "Content-Length: \(body.count)\r\n" }
    for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
    head += "Connection: close\r\n\r\n"
    write(Array(head.utf8) + body.dropLast(answer.cut), to: connection)
    shutdown(connection, Int32(1))
    close(connection)
  }

  private static func write(_ bytes: [UInt8], to connection: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Safety: the buffer is that of `rest`, for the call only.
      let count = unsafe rest.withUnsafeBytes {
        unsafe send(connection, $0.baseAddress, $0.count, sendFlags)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  #if canImport(Glibc)
  /// A client that went away is no signal.
  private static let sendFlags = Int32(MSG_NOSIGNAL)
  #else
  private static let sendFlags: Int32 = 0
  #endif

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let place = bytes.firstRange(of: end) {
        var request = request(String(decoding: bytes[..<place.upperBound], as: UTF8.self))
        request.body = Array(bytes[place.upperBound...])
        let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
        while request.body.count < length, let more = more(connection) { request.body += more }
        return request
      }
      guard let more = more(connection) else { return nil }
      bytes += more
    }
  }

  /// What has come; nil at the end of the connection.
  private static func more(_ connection: Int32) -> ArraySlice<UInt8>? {
    var block = [UInt8](repeating: 0, count: 4096)
    // Safety: the buffer is that of `block`, for the call only.
    let count = unsafe block.withUnsafeMutableBytes {
      unsafe recv(connection, $0.baseAddress, $0.count, 0)
    }
    return count > 0 ? block[..<count] : nil
  }

  private static func request(_ head: String) -> Request {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    let target = words.dropFirst().first ?? "/"
    let parts = URLComponents(string: target)
    let headers = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      return (line[..<colon].lowercased(), value)
    }
    return Request(
      method: words.first ?? "", path: parts?.path ?? "/",
      query: Dictionary(
        (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") },
        uniquingKeysWith: { first, _ in first }),
      headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }))
  }
}
