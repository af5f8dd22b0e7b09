internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOSSL
internal import NIOTLS

/// Closes a connection whose TLS has not begun after a while. Without it whoever opens connections
/// and says nothing takes all that there are.
final class HandshakeDeadline: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// How long a handshake may take, also from far away.
  private static let patience = TimeAmount.seconds(20)
  private var deadline: Scheduled<Void>?

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
      channel.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted = event as? TLSUserEvent { deadline?.cancel() }
    context.fireUserInboundEventTriggered(event)
  }
}

/// A server's connections with TLS, whose handshakes have a deadline.
struct DeadlinedChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    let ready = base.setup(channel: channel, logger: logger)
    do {
      // After what decrypts, which tells of the handshake, and before what decides by it.
      let pipeline = channel.pipeline.syncOperations
      let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
      try pipeline.addHandler(HandshakeDeadline(), position: .after(tls))
    } catch { return channel.eventLoop.makeFailedFuture(error) }
    return ready
  }

  func handle(value: Base.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
