internal import Foundation

#if canImport(FoundationXML)
internal import FoundationXML
#endif

/// An element of a server's answer: its name without a prefix, its text, and what is in it.
struct XMLNode {
  let name: String
  fileprivate(set) var text = ""
  fileprivate(set) var children: [XMLNode] = []

  /// The first element in it with a name; nil when there is none.
  subscript(name: String) -> XMLNode? { children.first { $0.name == name } }

  /// All elements in it with a name.
  func all(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }

  /// Whether it is, or holds, an element with a name.
  func contains(_ name: String) -> Bool { children.contains { $0.name == name } }

  /// Reads a document; nil for what is none.
  static func read(_ bytes: [UInt8]) -> XMLNode? {
    let parser = XMLParser(data: Data(bytes))
    let builder = Builder()
    parser.delegate = builder
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    guard parser.parse(), !builder.isTooDeep else { return nil }
    return builder.root
  }

  /// Builds the elements as they come.
  private final class Builder: NSObject, XMLParserDelegate {
    private static let deepest = 32

    private(set) var root: XMLNode?
    private(set) var isTooDeep = false
    private var open: [XMLNode] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append(XMLNode(name: name.split(separator: ":").last.map(String.init) ?? name))
      if open.count > Self.deepest {
        isTooDeep = true
        parser.abortParsing()
      }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      guard !open.isEmpty else { return }
      open[open.count - 1].text += text
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      guard let done = open.popLast() else { return }
      if open.isEmpty { root = done } else { open[open.count - 1].children.append(done) }
    }
  }
}
