public import ArgumentParser
internal import DaybookHub
internal import DaybookSync
internal import DaybookTool
internal import Foundation

/// `sync serve`: makes this machine a hub.
public struct SyncServe: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Makes this machine a hub, which passes on what members write.",
    discussion: """
      It needs no store: the first member who exchanges brings the space along. It prints a request, \
      with which an owner enrols it as a reader, and the text that members exchange with: \
      `sync hub TEXT`. Both are the same each time. It answers until SIGTERM or control-C.
      """)

  @Option(
    name: .long, help: "The directory where the hub keeps everything.", completion: .directory)
  var at: String

  @Option(name: .long, help: "What you call it.")
  var name: String

  @Option(
    name: .long,
    help: "Where it answers: HOST:PORT; all of this machine's addresses, port 4711, unless told.")
  var listen = "0.0.0.0:4711"

  @Option(
    name: .long,
    help:
      "How members reach it, such as https://hub.example.org; this machine's addresses unless told. May come several times."
  )
  var address: [String] = []

  @Option(name: .long, help: "Where /healthz and /metrics are: HOST:PORT; nowhere unless told.")
  var health: String?

  @Option(
    name: .long, help: "A certificate of an authority, PEM, instead of the hub's own; with --key.",
    completion: .file())
  var certificate: String?

  @Option(name: .long, help: "The key of that certificate, PEM.", completion: .file())
  var key: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The most that one space may have on the disk, in GiB; 16 unless told.", valueName: "gib"))
  var largestSpace: Int?

  @Flag(name: .long, help: "A proxy before it has the certificate: it answers without TLS.")
  var behindProxy = false

  @Flag(name: .long, help: "Print the request and the text as JSON.")
  var json = false

  public init() {}

  public func validate() throws {
    if let problem = Surroundings.current.problem { throw ValidationError(problem) }
    if (certificate == nil) != (key == nil) {
      throw ValidationError("--certificate and --key belong together")
    }
    if behindProxy, certificate != nil {
      throw ValidationError("--behind-proxy leaves the certificate to the proxy")
    }
    do { try Hub.check(name: name) } catch {
      throw ValidationError("--name: \(PlainError.sentence(error))")
    }
    if let largestSpace, !(1...1_048_576).contains(largestSpace) {
      throw ValidationError("--largest-space takes 1 to 1048576 GiB, not “\(largestSpace)”")
    }
    _ = try Self.place(listen, "--listen")
    if let health { _ = try Self.place(health, "--health") }
    for text in address where !Self.isAddress(text) {
      throw ValidationError("--address takes https://HOST:PORT, not “\(text)”")
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ 0x21...0x7e ~= $0 }), let url = URL(string: text),
      ["http", "https"].contains(url.scheme), let host = url.host(), !host.isEmpty
    else { return false }
    return 1...65_535 ~= url.port ?? 443
  }

  private static func place(_ text: String, _ option: String) throws -> ListeningPlace {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      0...65_535 ~= port, colon > text.startIndex
    else { throw ValidationError("\(option) takes HOST:PORT, not “\(text)”") }
    return ListeningPlace(String(text[..<colon]), port, by: option)
  }

  private var limits: HubLimits {
    var limits = HubLimits()
    if let largestSpace { limits.largestSpace = largestSpace << 30 }
    return limits
  }

  public func run() async throws {
    let place = try Self.place(listen, "--listen")
    guard !FileManager.default.fileExists(atPath: "\(at)/data.mdb") else {
      throw SyncError(.unwritable, "\(at) is the folder of a store; name one for the hub alone")
    }
    try StoreFolder.refuse(at)
    let kind = try? FileManager.default.attributesOfItem(atPath: at)[.type] as? FileAttributeType
    guard kind != .typeRegular else {
      throw SyncError(.unwritable, "\(at) is a file; name a folder for the hub alone")
    }
    let healthPlace = try health.map { try Self.place($0, "--health") }
    // Before a hub that cannot answer leaves a folder with keys behind.
    try ListeningPlace.check([place, healthPlace].compactMap(\.self))
    var own: HubCertificate?
    let encryption: HubServer.Encryption
    if behindProxy {
      encryption = .proxy
    } else if let certificate, let key {
      encryption = .certificate(file: certificate, key: key)
    } else {
      let made = try HubCertificate(in: at)
      own = made
      encryption = .certificate(file: made.certificate, key: made.key)
    }
    let hub = try Hub(
      at: at, name: name, limits: limits, certificate: own?.bytes ?? [],
      watch: { status in
        Terminal.line(
          "serving \(status.name): \(status.members) \(status.members == 1 ? "member" : "members"), "
            + "\(status.transactions) \(status.transactions == 1 ? "transaction" : "transactions")")
      },
      failed: { failure in
        let what =
          failure.space == nil ? "the hub cannot use its files" : "a space cannot be served"
        Terminal.error("\(what): \(failure.message)")
      }, now: { Surroundings.current.now })
    let server = HubServer(hub, at: place, health: healthPlace, encryption)
    let scheme = behindProxy ? "http" : "https"
    let introduction = HubIntroduction(
      hub: hub, fingerprint: own?.fingerprint, addresses: address,
      hosts: place.isOnAll ? HostNames.own : [place.host],
      scheme: scheme, isJSON: json)
    // It answers for as long as somebody lets it.
    Terminal.end()
    try await server.run { introduction.print(port: $0) }
  }
}

/// What a hub says of itself when it begins.
private struct HubIntroduction: Sendable {
  let hub: Hub
  let fingerprint: [UInt8]?
  /// Those that its operator told; empty for its own.
  let addresses: [String]
  let hosts: [String]
  let scheme: String
  let isJSON: Bool

  func print(port: Int) {
    let addresses =
      addresses.isEmpty ? hosts.map { "\(scheme)://\($0):\(port)" } : addresses
    let text = hub.text(at: addresses, fingerprint: fingerprint)
    let request = hub.request
    if isJSON {
      let object: [String: Any] = [
        "version": 1, "request": "\(request)", "checkDigits": request.checkDigits,
        "hub": "\(text)", "addresses": addresses, "port": port,
      ]
      let data = try? JSONSerialization.data(
        withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
      return Terminal.line(String(decoding: data ?? Data(), as: UTF8.self))
    }
    Terminal.line("\(hub.name) answers at \(addresses.joined(separator: ", ")).")
    Terminal.line("")
    Terminal.line("An owner enrols it as a reader, when these digits are the same there:")
    Terminal.line("  \(request.checkDigits)")
    Terminal.line("  \(request)")
    Terminal.line("")
    Terminal.line("Members exchange with it by its text, with which anybody can fill this disk:")
    Terminal.line("  \(text)")
  }
}

/// What other machines can call this one.
enum HostNames {
  /// Its addresses in its networks, those of version 4 first; this machine alone when it has none.
  static var own: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return ["127.0.0.1"] }
    defer { freeifaddrs(list) }
    var found: [String] = []
    var next = list
    while let entry = next {
      next = entry.pointee.ifa_next
      guard let address = entry.pointee.ifa_addr, address.pointee.sa_family == UInt16(AF_INET),
        let text = numeric(address)
      else { continue }
      if !text.hasPrefix("127.") { found.append(text) }
    }
    return found.isEmpty ? ["127.0.0.1"] : found
  }

  private static func numeric(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
    var host = [CChar](repeating: 0, count: 256)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    guard getnameinfo(address, size, &host, 256, nil, 0, NI_NUMERICHOST) == 0 else {
      return nil
    }
    return String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
