internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// What the hub knows of a request besides its head: the other end of the connection.
struct HubContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

/// Where a request comes from, so that calls can be counted.
enum CallOrigin {
  private static let forwarded = HTTPField.Name("X-Forwarded-For")

  /// - Parameter isBehindProxy: whether the nearest proxy tells the address, as the last one in
  ///   `X-Forwarded-For`; what stands before that, anybody can have written.
  static func text(_ request: Request, _ context: HubContext, isBehindProxy: Bool) -> String? {
    guard isBehindProxy else { return text(of: context.remoteAddress) }
    guard let name = forwarded, let told = request.headers[values: name].last,
      let last = told.split(separator: ",").last
    else { return nil }
    let address = String(last.drop { $0 == " " }.prefix { $0 != " " })
    return text(of: try? SocketAddress(ipAddress: address, port: 0))
  }

  /// An address of version 4, or the network of one of version 6: who has one address of it has
  /// all.
  static func text(of address: SocketAddress?) -> String? {
    guard case .v6(let six) = address else { return address?.ipAddress }
    // Safety: in RFC 3493's structure the address begins at its eighth byte. Its first half names
    // the network.
    let network = withUnsafeBytes(of: six.address) { Array($0[8..<16]) }
    // An address of version 4 in the clothes of version 6, or this machine's own.
    if network.allSatisfy({ $0 == 0 }) { return address?.ipAddress }
    return network.map { String($0, radix: 16) }.joined(separator: ":")
  }
}
