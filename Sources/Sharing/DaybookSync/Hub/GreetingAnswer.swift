package import Daybook

/// A hub's answer to a greeting, with the newest greetings of the other members that it keeps.
package struct GreetingAnswer: HubMessage, Sendable {
  package static let noun = "answer to a greeting"

  /// The hub's own, with the others in it.
  package let hello: Hello

  package init(_ hello: Hello) { self.hello = hello }

  /// The bytes that travel: a payload of 1 the hub's greeting, 2 each other one, as they travel.
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 1024)
    hello.bytes.withUnsafeBytes { writer.bytes(1, $0) }
    for other in hello.others ?? [] { other.bytes.withUnsafeBytes { writer.bytes(2, $0) } }
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var (own, others): (Hello?, [Hello]) = (nil, [])
    while let field = try reader.next() {
      switch field {
      case 1: own = try? Hello(bytes: reader.bytes())
      // One that cannot be read takes nothing from the rest.
      case 2: if let other = try? Hello(bytes: reader.bytes()) { others.append(other) }
      default: break
      }
    }
    guard let own else { throw PayloadError.missing(1) }
    hello = own.adding(others)
  }
}
