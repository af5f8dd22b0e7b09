public import DaybookSync
internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Calls a hub over HTTP by `URLSession`.
///
/// ```swift
/// let network = try URLSessionHubTransport(to: hub)
/// let peer = HubPeer(hub, for: replication, over: network)
/// ```
/// Make one for a hub, and keep it: it has connections of its own, which on Linux stay with their
/// memory until the process ends. Six followers over one of it, without HTTP/2, leave no connection
/// for other calls. On Apple's systems it recognises
/// a hub by the certificate whose fingerprint its text names. Elsewhere `URLSession` shows no
/// certificate to its caller, and such a text is refused.
public final class URLSessionHubTransport: HubTransport {
  private let hub: HubText
  private let session: WebSession
  /// The address that answered last; nil before the first answer, and after a failure.
  private let answering = Mutex<String?>(nil)

  /// More than any answer has.
  private static let longestAnswer = 32 << 20
  /// For how long an address that has not answered yet is waited for.
  private static let firstPatience = Duration.seconds(10)

  /// A transport to a hub, which is not called yet.
  ///
  /// - Throws: `SyncError.text` for an address that is none, for one without TLS beside a
  ///   fingerprint, and for a fingerprint where `URLSession` cannot compare it.
  public init(to hub: HubText) throws {
    for address in hub.addresses {
      guard let url = URL(string: address), ["http", "https"].contains(url.scheme ?? ""),
        url.host?.isEmpty == false
      else { throw SyncError(.text, "“\(address)” is no address of a hub") }
      if hub.fingerprint != nil, url.scheme != "https" {
        throw SyncError(
          .text, "the text names a certificate, and the address \(address) without one")
      }
    }
    guard hub.fingerprint == nil || WebSession.knowsFingerprints else {
      throw SyncError(
        .text,
        "this hub has a certificate of its own, which URLSession cannot compare on this system: use a transport over async-http-client, or a hub whose certificate is an authority’s"
      )
    }
    self.hub = hub
    session = WebSession(trusting: hub.fingerprint)
  }

  public func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
    var failure = SyncError(.peer, "the text of the hub names no address")
    let last = answering.withLock { $0 }
    for address in addresses(first: last) {
      do {
        var patience = patience
        if address != last {
          // A long call would wait for as long where nobody is.
          let first = min(patience, Self.firstPatience)
          if call.name == .terms {
            patience = first
          } else {
            _ = try await ask(HubCall(.terms), at: address, first)
          }
        }
        let answer = try await ask(call, at: address, patience)
        answering.withLock { $0 = address }
        return answer
      } catch let error as CancellationError {
        throw error
      } catch let error as WebFailure where error == .foreign {
        failure = SyncError(
          .peer,
          "another one than the hub answers at \(address): its certificate is not the one that the text names"
        )
      } catch {
        failure = SyncError(.peer, "the hub at \(address) cannot be reached: \(error)")
      }
      answering.withLock { if $0 == address { $0 = nil } }
    }
    throw failure
  }

  private func addresses(first: String?) -> [String] {
    guard let first else { return hub.addresses }
    return [first] + hub.addresses.filter { $0 != first }
  }

  private func ask(
    _ call: HubCall, at address: String, _ patience: Duration
  ) async throws -> HubAnswer {
    guard let url = URL(string: address + call.path) else { throw WebFailure.noAddress }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    if let session = call.session {
      request.setValue("Daybook \(session)", forHTTPHeaderField: "Authorization")
    }
    request.httpBody = Data(call.body)
    let answer = try await session.send(request, within: patience, upTo: Self.longestAnswer)
    return HubAnswer(
      status: answer.status, body: answer.body,
      retryAfter: answer.headers["retry-after"].flatMap { Int($0) })
  }
}
