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
  /// The client that trusts the hub's certificate alone; nil before the first call.
  private var client: HTTPClient?
  /// The address that answered last.
  private var address: String?

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
    // Nobody can wait for it here; its connections are closed.
    client?.shutdown { _ in }
  }

  public func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
    var failure: any Error = SyncError(.peer, "the text of the hub names no address")
    for candidate in addresses {
      do {
        let client = try await client(at: candidate)
        let answer = try await Self.send(call, to: candidate, over: client, patience)
        address = candidate
        return answer
      } catch let error as CancellationError {
        throw error
      } catch let error as SyncError {
        failure = error
      } catch {
        failure = SyncError(
          .peer, "the hub at \(candidate) cannot be reached: \(Self.reason(of: error))")
      }
    }
    throw failure
  }

  /// Why a call failed. NIO puts its own words, with a bracket, around what the system says.
  private static func reason(of error: any Error) -> String {
    guard let error = error as? IOError else { return "\(error)" }
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

  /// A client that talks to the hub and nobody else.
  private func client(at address: String) async throws -> HTTPClient {
    if let client { return client }
    let made: HTTPClient
    if let fingerprint = hub.fingerprint, address.hasPrefix("https") {
      made = Self.client(trusting: try await certificate(at: address, fingerprint))
    } else {
      made = Self.client(trusting: nil)
    }
    // Another call may have been faster.
    if let client {
      try await made.shutdown()
      return client
    }
    client = made
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

  private static func client(trusting certificate: NIOSSLCertificate?) -> HTTPClient {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let certificate {
      tls.trustRoots = .certificates([certificate])
      // It is recognised by its key, wherever it is.
      tls.certificateVerification = .noHostnameVerification
    }
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration(tls))
  }

  private static func configuration(_ tls: TLSConfiguration) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: patience, read: silence))
    configuration.connectionPool.idleTimeout = .seconds(80)
    // The streams of HTTP/2 would cost a hub a quarter more of its processor a call. A call for
    // news that is given up costs a connection here, and eight at once are all that there are.
    configuration.httpVersion = .http1Only
    // Else it would try until its patience ends where nobody takes connections.
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }
}
