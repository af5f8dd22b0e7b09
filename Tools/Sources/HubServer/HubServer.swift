public import DaybookHub
internal import DaybookSync
internal import Foundation
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
public struct HubServer: Sendable {
  /// Who encrypts.
  public enum Encryption: Sendable {
    /// This server, with a certificate and its key in files, PEM. Files that change are read again
    /// within a minute.
    case certificate(file: String, key: String)
    /// A proxy before it, on this machine or in its network, which tells the addresses of those who
    /// call in `X-Forwarded-For`.
    case proxy

    fileprivate var isOfProxy: Bool { if case .proxy = self { true } else { false } }
  }

  private let hub: Hub
  private let address: (host: String, port: Int)
  private let health: (host: String, port: Int)?
  private let encryption: Encryption
  private let counters = HubCounters()

  /// More connections wait until others are closed.
  private static let connections = 20_000

  /// - Parameters:
  ///   - address: where it answers; port 0 takes a free one.
  ///   - health: where it tells its operator how it is; nil for nowhere.
  public init(
    _ hub: Hub, at address: (host: String, port: Int), health: (host: String, port: Int)? = nil,
    _ encryption: Encryption
  ) {
    self.hub = hub
    self.address = address
    self.health = health
    self.encryption = encryption
  }

  /// Answers until the task is cancelled, or SIGTERM or SIGINT comes; then what was begun is ended.
  ///
  /// - Parameter ready: called with the port as soon as it answers.
  public func run(ready: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
    // What fails is thrown, or told to who called.
    let logger = Logger(label: "daybook.hub", factory: { _ in SwiftLogNoOpLogHandler() })
    var services: [any Service] = []
    let server: HTTPServerBuilder
    let http1 = HTTP1Channel.Configuration(
      additionalChannelHandlers: [RequestDeadline()], idleTimeout: .seconds(90))
    switch encryption {
    case .certificate(let file, let key):
      let reloader = try await Self.reloader(file, key)
      services.append(reloader)
      var tls = try TLSConfiguration.makeServerConfiguration(certificateReloader: reloader)
      tls.minimumTLSVersion = .tlsv12
      tls.applicationProtocols = ["h2", "http/1.1"]
      server = HTTPServerBuilder { [tls] responder in
        DeadlinedChannel(
          base: try HTTP2UpgradeChannel(
            tlsConfiguration: tls,
            configuration: .init(
              idleTimeout: .seconds(90), gracefulCloseTimeout: .seconds(5),
              streamConfiguration: http1), responder: responder))
      }
    case .proxy: server = .http1(configuration: http1)
    }
    let app = Application(
      responder: HubResponder(
        hub: hub, counters: counters, isBehindProxy: encryption.isOfProxy), server: server,
      configuration: .init(
        address: .hostname(address.host, port: address.port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(Self.connections)),
      onServerRunning: { await ready($0.localAddress?.port ?? 0) }, logger: logger)
    services.append(app)
    if let health {
      services.append(
        Application(
          responder: HealthResponder(hub: hub, counters: counters),
          configuration: .init(address: .hostname(health.host, port: health.port)),
          logger: logger))
    }
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(30)
    try await ServiceGroup(configuration: configuration).run()
    hub.close()
  }

  private static func reloader(
    _ file: String, _ key: String
  ) async throws -> TimedCertificateReloader {
    let reloader = TimedCertificateReloader(
      refreshInterval: .seconds(60),
      certificateSource: .init(location: .file(path: file), format: .pem),
      privateKeySource: .init(location: .file(path: key), format: .pem))
    try reloader.reload()
    return reloader
  }
}
