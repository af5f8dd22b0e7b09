/// What the inspector answers to a request: a whole response, without a server.
public struct InspectorPage: Sendable {
  /// The status of HTTP.
  public let status: Int
  /// The media type.
  public let type: String
  /// What is sent.
  public let body: [UInt8]
  /// Where the browser goes instead, relative to the page that was asked for.
  public let location: String?
  /// The one style sheet within the page, of which a server lets the browser take the hash; nil
  /// where all styles are in files.
  public let style: String?

  private init(
    status: Int, type: String, body: [UInt8], location: String? = nil, style: String? = nil
  ) {
    (self.status, self.type, self.body) = (status, type, body)
    (self.location, self.style) = (location, style)
  }

  /// A page or a piece of one.
  static func html(_ html: HTML, status: Int = 200) -> InspectorPage {
    InspectorPage(status: status, type: "text/html; charset=utf-8", body: Array(html.text.utf8))
  }

  /// A page that somebody else has written whole, with its own style sheet in its head.
  static func document(_ text: String) -> InspectorPage {
    let style = text.firstRange(of: "<style>").flatMap { begin in
      text.firstRange(of: "</style>").flatMap { end in
        begin.upperBound <= end.lowerBound
          ? String(text[begin.upperBound..<end.lowerBound]) : nil
      }
    }
    return InspectorPage(
      status: 200, type: "text/html; charset=utf-8", body: Array(text.utf8), style: style)
  }

  /// A file of the inspector's own.
  static func file(_ bytes: [UInt8], type: String) -> InspectorPage {
    InspectorPage(status: 200, type: "\(type); charset=utf-8", body: bytes)
  }

  /// Another page, which the browser asks for.
  static func moved(to link: PageLink) -> InspectorPage {
    InspectorPage(status: 303, type: "text/plain", body: [], location: link.address)
  }

  /// Nothing has come.
  static let nothing = InspectorPage(status: 204, type: "text/plain", body: [])

  /// The body as text, for tests.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
