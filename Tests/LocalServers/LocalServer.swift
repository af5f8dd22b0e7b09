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
    /// The path without the query.
    public let path: String
    /// The parts of the query.
    public let query: [String: String]
    /// Fields of the head, their names in lower case.
    public let headers: [String: String]
  }

  /// What is answered.
  public struct Answer: Sendable {
    public var status = 200
    public var headers: [String: String] = [:]
    public var body = ""
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
  public var requests: [Request] { log.withLock { $0 } }

  private let listener: Int32
  private let log = Mutex<[Request]>([])
  private let open = Mutex<[Int32]>([])

  /// Listens.
  ///
  /// - Parameter answer: called for one request after the other.
  public init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Safety: `place` lives through the calls and has the size that they are told.
    let isBound = unsafe withUnsafeMutablePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, size) == 0 && getsockname(listener, pointer, &size) == 0
      }
    }
    guard listener >= 0, isBound, listen(listener, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
    self.listener = listener
    port = Int(UInt16(bigEndian: place.sin_port))
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else { return }
        self.serve(connection, answer)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(2))
    close(listener)
    for connection in open.withLock({ $0 }) { close(connection) }
  }

  private func serve(_ connection: Int32, _ answer: (Request) -> Answer) {
    guard let request = Self.read(connection) else {
      close(connection)
      return
    }
    log.withLock { $0.append(request) }
    let answer = answer(request)
    if answer.hangs { return open.withLock { $0.append(connection) } }
    let body = Array(answer.body.utf8)
    var head = "HTTP/1.1 \(answer.status) Answer\r\nContent-Length: \(body.count)\r\n"
    for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
    head += "Connection: close\r\n\r\n"
    Self.write(Array(head.utf8) + body.dropLast(answer.cut), to: connection)
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
    var block = [UInt8](repeating: 0, count: 4096)
    while !bytes.ends(with: Array("\r\n\r\n".utf8)) {
      // Safety: the buffer is that of `block`, for the call only.
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe recv(connection, $0.baseAddress, $0.count, 0)
      }
      guard count > 0 else { return nil }
      bytes += block[..<count]
    }
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    let target = lines[0].split(separator: " ").dropFirst().first.map(String.init) ?? "/"
    let parts = URLComponents(string: target)
    let headers = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      return (line[..<colon].lowercased(), value)
    }
    return Request(
      path: parts?.path ?? "/",
      query: Dictionary(
        (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") },
        uniquingKeysWith: { first, _ in first }),
      headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }))
  }
}

extension [UInt8] {
  fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
