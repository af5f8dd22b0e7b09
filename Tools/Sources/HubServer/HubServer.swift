package import DaybookHub
internal import DaybookSync
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import Logging
internal import NIOCertificateReloading
internal import NIOCore
internal import NIOSSL
internal import ServiceLifecycle
internal import UnixSignals

/// The network of a hub: HTTP/1.1 and 2, with TLS unless a proxy has it.
package struct HubServer: Sendable {
  /// Who encrypts.
  package enum Encryption: Sendable {
    /// This server, with a certificate and its key in files, PEM. Files that change are read again
    /// within a minute.
    case certificate(file: String, key: String)
    /// A proxy before it, on this machine or in its network, which tells the addresses of those who
    /// call in `X-Forwarded-For`.
    case proxy

    fileprivate var isOfProxy: Bool { if case .proxy = self { true } else { false } }
  }

  private let hub: Hub
  private let address: ListeningPlace
  private let health: ListeningPlace?
  private let encryption: Encryption
  private let patience: HubPatience
  private let counters = HubCounters()

  /// More connections wait until others are closed.
  private static let connections = 20_000

  /// Neither place is looked at before the run: see `ListeningPlace.check`.
  ///
  /// - Parameters:
  ///   - address: where it answers; port 0 takes a free one.
  ///   - health: where it tells its operator how it is; nil for nowhere.
  package init(
    _ hub: Hub, at address: ListeningPlace, health: ListeningPlace? = nil,
    _ encryption: Encryption, patience: HubPatience = HubPatience()
  ) {
    self.hub = hub
    self.address = address
    self.health = health
    self.encryption = encryption
    self.patience = patience
  }

  /// Answers until the task is cancelled, or SIGTERM or SIGINT comes; then what was begun is ended.
  ///
  /// - Parameters:
  ///   - ready: called with the port as soon as it answers.
  ///   - healthReady: called with the port on which it tells how it is, likewise.
  /// - Throws: `SyncError.unwritable` where no server can answer at one of its places; it may have
  ///   answered at the other one by then.
  package func run(
    ready: @escaping @Sendable (Int) async -> Void = { _ in },
    healthReady: @escaping @Sendable (Int) async -> Void = { _ in }
  ) async throws {
    // What fails is thrown, or told to who called.
    let logger = Logger(label: "daybook.hub", factory: { _ in SwiftLogNoOpLogHandler() })
    var services: [any Service] = []
    let server: HTTPServerBuilder
    switch encryption {
    case .certificate(let file, let key):
      let reloader = try await self.reloader(file, key)
      services.append(reloader)
      server = try encrypted(by: reloader)
    case .proxy: server = .http1(configuration: requests)
    }
    let app = Application(
      responder: HubResponder(
        hub: hub, counters: counters, isBehindProxy: encryption.isOfProxy, patience: patience.body),
      server: server,
      configuration: .init(
        address: .hostname(address.host, port: address.port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(Self.connections)),
      onServerRunning: { await ready($0.localAddress?.port ?? 0) }, logger: logger)
    services.append(app)
    if let health { services.append(upkeep(at: health, logger, healthReady)) }
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(30)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      // Says which of the two it was, and why.
      try ListeningPlace.check([address, health].compactMap(\.self))
      throw address.failure(error.errnoCode)
    }
    hub.close()
  }

  /// Tells the operator how the hub is.
  private func upkeep(
    at place: ListeningPlace, _ logger: Logger,
    _ ready: @escaping @Sendable (Int) async -> Void
  ) -> any Service {
    Application(
      responder: HealthResponder(hub: hub, counters: counters),
      configuration: .init(address: .hostname(place.host, port: place.port)),
      onServerRunning: { await ready($0.localAddress?.port ?? 0) }, logger: logger)
  }

  private var requests: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [RequestDeadline(patience)], idleTimeout: .seconds(90))
  }

  private func encrypted(by reloader: TimedCertificateReloader) throws -> HTTPServerBuilder {
    var tls = try TLSConfiguration.makeServerConfiguration(certificateReloader: reloader)
    tls.minimumTLSVersion = .tlsv12
    tls.applicationProtocols = ["h2", "http/1.1"]
    let gate = ConnectionGate()
    return HTTPServerBuilder { [tls, requests, handshake = patience.handshake] responder in
      GuardedChannel(
        base: try HTTP2UpgradeChannel(
          tlsConfiguration: tls,
          configuration: .init(
            idleTimeout: .seconds(90), gracefulCloseTimeout: .seconds(5),
            streamConfiguration: requests), responder: responder), gate: gate,
        handshake: handshake)
    }
  }

  private func reloader(
    _ file: String, _ key: String
  ) async throws -> TimedCertificateReloader {
    let reloader = TimedCertificateReloader(
      refreshInterval: patience.certificate,
      certificateSource: .init(location: .file(path: file), format: .pem),
      privateKeySource: .init(location: .file(path: key), format: .pem))
    try reloader.reload()
    return reloader
  }
}
