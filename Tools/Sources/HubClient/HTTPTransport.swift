internal import AsyncHTTPClient
internal import Crypto
public import DaybookSync
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL

/// Calls a hub over HTTP, and recognises it by the certificate whose fingerprint its text names.
public actor HTTPTransport: HubTransport {
  private let hub: HubText
  /// Those that trust the hub's certificate alone; nil before the first call.
  private var clients: Clients?
  /// The address that answered last.
  private var address: String?

  /// Two sorts of connections to the hub.
  private struct Clients {
    /// Of HTTP/1.1, for calls that are answered at once: the streams of HTTP/2 would cost a hub a
    /// quarter more of its processor.
    let calls: HTTPClient
    /// For calls that wait for news. One that is given up ends a stream of HTTP/2; by HTTP/1.1 it
    /// would end its connection, and the next one would cost a handshake.
    let news: HTTPClient

    init(_ tls: TLSConfiguration) {
      var configuration = HTTPTransport.configuration(tls)
      news = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      configuration.httpVersion = .http1Only
      calls = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes the connections. Nobody waits for it.
    func shutdown() {
      calls.shutdown { _ in }
      news.shutdown { _ in }
    }
  }

  /// More than any answer has.
  private static let longestAnswer = 32 << 20
  /// How long a connection may take.
  private static let patience = TimeAmount.seconds(10)
  /// How long nothing may come of an answer: longer than a hub waits for news. What a call waits
  /// for ends with the answer's head, and a connection that was lost says nothing.
  private static let silence = TimeAmount.seconds(80)

  /// - Throws: `SyncError.text` for an address that is none.
  public init(to hub: HubText) throws {
    self.hub = hub
    for address in hub.addresses {
      guard let url = URL(string: address), ["http", "https"].contains(url.scheme ?? ""),
        url.host != nil
      else { throw SyncError(.text, "“\(address)” is no address of a hub") }
    }
  }

  deinit {
    clients?.shutdown()
  }

  public func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
    var failure: any Error = SyncError(.peer, "the text of the hub names no address")
    for candidate in addresses {
      do {
        let clients = try await clients(at: candidate)
        let client = call.name == .changed ? clients.news : clients.calls
        let answer = try await Self.send(call, to: candidate, over: client, patience)
        address = candidate
        return answer
      } catch let error as CancellationError {
        throw error
      } catch let error as SyncError {
        failure = error
      } catch {
        failure = SyncError(
          .peer,
          "the hub at \(candidate) cannot be reached: \(Self.reason(of: error)); see that it is on "
            + "and in reach, and that `sync serve` runs on it")
      }
    }
    throw failure
  }

  /// Why a call failed. NIO puts its own words, with a bracket, around what the system says.
  private static func reason(of error: any Error) -> String {
    guard let error = error as? IOError else {
      let text = "\(error)"
      guard text.contains("CERTIFICATE_VERIFY_FAILED") else { return text }
      return "its certificate is not for this time or not from whom it should be: see that the "
        + "clocks of this device and of the hub are right"
    }
    return String(cString: strerror(error.errnoCode))
  }

  /// The addresses, the one that answered last before the others.
  private var addresses: [String] {
    guard let address else { return hub.addresses }
    return [address] + hub.addresses.filter { $0 != address }
  }

  private static func send(
    _ call: HubCall, to address: String, over client: HTTPClient, _ patience: Duration
  ) async throws -> HubAnswer {
    var request = HTTPClientRequest(url: address + call.path)
    request.method = .POST
    if let session = call.session {
      request.headers.add(name: "Authorization", value: "Daybook \(session)")
    }
    request.body = .bytes(ByteBuffer(bytes: call.body))
    let answer = try await client.answer(request, within: patience, upTo: longestAnswer)
    return HubAnswer(
      status: Int(answer.head.status.code), body: answer.body,
      retryAfter: answer.head.headers.first(name: "Retry-After").flatMap { Int($0) })
  }

  /// Clients that talk to the hub and nobody else.
  private func clients(at address: String) async throws -> Clients {
    if let clients { return clients }
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let fingerprint = hub.fingerprint, address.hasPrefix("https") {
      tls.trustRoots = .certificates([try await certificate(at: address, fingerprint)])
      // It is recognised by its key, wherever it is.
      tls.certificateVerification = .noHostnameVerification
    }
    // Another call may have been faster.
    if let clients { return clients }
    let made = Clients(tls)
    clients = made
    return made
  }

  /// The hub's certificate, whole, of which the text names the fingerprint. Asked for without
  /// trust; whoever passes it on without the key that belongs to it can answer nothing afterwards.
  private func certificate(
    at address: String, _ fingerprint: [UInt8]
  ) async throws -> NIOSSLCertificate {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.certificateVerification = .none
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: Self.configuration(tls))
    let answer: HubAnswer
    do {
      answer = try await Self.send(HubCall(.terms), to: address, over: client, .seconds(20))
    } catch {
      try await client.shutdown()
      throw error
    }
    try await client.shutdown()
    let bytes = try HubTerms(bytes: answer.body).certificate
    guard SHA256.hash(data: bytes).elementsEqual(fingerprint) else {
      throw SyncError(
        .peer,
        "another one than the hub answers at \(address): its certificate is not the one that the text names"
      )
    }
    return try NIOSSLCertificate(bytes: bytes, format: .der)
  }

  private static func configuration(_ tls: TLSConfiguration) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: patience, read: silence))
    configuration.connectionPool.idleTimeout = .seconds(80)
    // Else it would try until its patience ends where nobody takes connections.
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }
}
