internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOSSL

/// A server's connections with TLS, whose handshakes have a deadline and whose streams a limit.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let gate: ConnectionGate
  let handshake: Duration

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    guard gate.admits(CallOrigin.text(of: channel.remoteAddress), at: .now()) else {
      // Before anything is made for it.
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
    let ready = base.setup(channel: channel, logger: logger)
    do {
      // After what decrypts, which tells of the handshake, and before what decides by it.
      let pipeline = channel.pipeline.syncOperations
      let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
      try pipeline.addHandlers(
        [HandshakeDeadline(within: handshake), FrameLimit(gate)], position: .after(tls))
    } catch { return channel.eventLoop.makeFailedFuture(error) }
    return ready
  }

  func handle(value: Base.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
