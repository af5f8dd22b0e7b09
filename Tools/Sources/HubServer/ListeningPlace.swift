package import DaybookSync
internal import Foundation
internal import NIOCore

/// Where on this machine a server is to answer, and the option that says so.
package struct ListeningPlace: Sendable {
  package let host: String
  /// 0 for a free one.
  package let port: Int
  /// Such as `--listen`.
  private let option: String

  package init(_ host: String, _ port: Int, by option: String) {
    (self.host, self.port, self.option) = (host, port, option)
  }

  /// Whether it is on all addresses of this machine.
  var isOnAll: Bool { Self.all.contains(host) }

  /// Looks whether servers can answer at all of some places, by sockets that nobody can connect to.
  ///
  /// A place may be taken between the look and the server.
  ///
  /// - Throws: `SyncError.unwritable` for the first place at which none can.
  package static func check(_ places: [ListeningPlace]) throws {
    let addresses = try places.map { try $0.address() }
    for (index, place) in places.enumerated() {
      for other in places.indices.dropFirst(index + 1)
      where meet(addresses[index], addresses[other]) {
        throw SyncError(
          .unwritable,
          "\(place.option) and \(places[other].option) name the same port, \(place.port), where only one can answer; say another one: \(places[other].option) HOST:PORT"
        )
      }
    }
    for (place, address) in zip(places, addresses) {
      let code = refusal(of: address)
      if code != 0 { throw place.failure(code) }
    }
  }

  /// The sentence for what the system answers.
  package func failure(_ code: Int32) -> SyncError {
    let wayOut = "\(option) HOST:PORT"
    let message =
      switch code {
      case EADDRINUSE:
        "another program answers at \(host):\(port) already, such as another hub; end it, or say another port: \(wayOut)"
      case EACCES, EPERM:
        "this user may not answer at \(host):\(port), as on most machines at no port below 1024; say a higher one: \(wayOut)"
      case EADDRNOTAVAIL:
        "\(host) is no address of this machine; say one of its own: \(wayOut)"
      default:
        "no server can answer at \(host):\(port): \(String(cString: strerror(code))); say another place: \(wayOut)"
      }
    return SyncError(.unwritable, message)
  }

  private static let all = ["0.0.0.0", "::"]

  private func address() throws -> SocketAddress {
    do { return try SocketAddress.makeAddressResolvingHost(host, port: port) } catch {
      throw SyncError(
        .unwritable,
        "nobody knows a machine called \(host); say an address of this one: \(option) HOST:PORT")
    }
  }

  /// Whether a server at one address leaves no room for one at the other.
  private static func meet(_ one: SocketAddress, _ other: SocketAddress) -> Bool {
    guard let port = one.port, port != 0, port == other.port else { return false }
    let hosts = [one, other].compactMap(\.ipAddress)
    // What is on all addresses of version 4 leaves room at those of version 6.
    return Set(hosts).count == 1 || hosts.contains("::")
      || hosts.contains("0.0.0.0") && one.protocol == other.protocol
  }

  /// What the system says to a server at an address; 0 when it lets one answer there.
  private static func refusal(of address: SocketAddress) -> Int32 {
    let descriptor = socket(address.protocol.rawValue, stream, 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    // As the server does, so that connections of an earlier one are not in its way.
    var isOn: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    // Safety: the pointer is used within the call. Without `listen` nobody gets a connection.
    return address.withSockAddr { bind(descriptor, $0, socklen_t($1)) == 0 ? 0 : errno }
  }

  #if canImport(Glibc)
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
  private static let stream = SOCK_STREAM
  #endif
}
