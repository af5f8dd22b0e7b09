/// What a file is by its first bytes, where that is not the text that an import reads.
package enum FileKind: Sendable, CaseIterable {
  /// A workbook of Excel, since 2007 an archive of XML.
  case workbook
  /// A spreadsheet of OpenDocument.
  case openDocument
  /// Another ZIP archive.
  case zip
  /// Something that gzip compressed.
  case gzip
  /// A database of SQLite.
  case database
  /// A document of PDF.
  case pdf
  /// A page of the web, such as one that asks for a password.
  case webPage
  /// JSON.
  case json
  /// A document of Apple's Numbers.
  case numbers
  /// A document of rich text, such as TextEdit and WordPad write.
  case richText
  /// Text in UTF-32, which no app writes by itself.
  case longText

  /// Looks at the first bytes of a file; nil when they are those of text, or of nothing known.
  package init?(_ head: [UInt8]) {
    func begins(_ mark: [UInt8]) -> Bool { head.starts(with: mark) }
    func holds(_ word: String) -> Bool {
      head.prefix(Self.archiveBytes).firstRange(of: Array(word.utf8)) != nil
    }
    if begins([0x50, 0x4B, 3, 4]) {
      self =
        holds("xl/") || holds("[Content_Types].xml")
        ? .workbook
        : holds("opendocument.spreadsheet")
          ? .openDocument : holds(".iwa") || holds("Index.zip") ? .numbers : .zip
    } else if begins([0xD0, 0xCF, 0x11, 0xE0]) {
      self = .workbook
    } else if begins([0x1F, 0x8B]) {
      self = .gzip
    } else if begins(Array("SQLite format 3\0".utf8)) {
      self = .database
    } else if begins(Array("%PDF".utf8)) {
      self = .pdf
    } else if begins(Array("{\\rtf".utf8)) {
      self = .richText
    } else if TextBytes.isLong(head) {
      self = .longText
    } else {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let plain = TextBytes.isWide(head) ? TextBytes.narrow(head) : head
      let text = plain.dropFirst(plain.starts(with: mark) ? mark.count : 0).lazy
        .filter { !TextBytes.isBlank($0) }.prefix(2)
      guard let found = Self.text(Array(text)) else { return nil }
      self = found
    }
  }

  /// How many bytes of an archive are looked at for the names of its files.
  private static let archiveBytes = 1 << 12

  /// By the first two bytes that are no blanks.
  private static func text(_ first: [UInt8]) -> FileKind? {
    switch first.map({ Character(Unicode.Scalar($0)) }) {
    case ["<", "!"], ["<", "h"], ["<", "H"], ["<", "?"]: .webPage
    case ["{", "\""], ["{", "}"], ["[", "{"], ["[", "]"]: .json
    default: nil
    }
  }

  /// What it is, with its article.
  package var words: String {
    switch self {
    case .workbook: "an Excel workbook"
    case .openDocument: "an OpenDocument spreadsheet"
    case .zip: "a ZIP archive"
    case .gzip: "compressed with gzip"
    case .database: "an SQLite database"
    case .pdf: "a PDF document"
    case .webPage: "a web page"
    case .json: "JSON"
    case .numbers: "a document of Numbers"
    case .richText: "a document of rich text (RTF)"
    case .longText: "text in UTF-32"
    }
  }

  /// What to do with one, where a file of that form is wanted.
  package func advice(wanting form: String) -> String {
    switch self {
    case .workbook where form == "CSV", .openDocument where form == "CSV":
      "save its sheet as CSV and name that file"
    case .numbers where form == "CSV": "export its sheet as CSV and name that file"
    case .richText: "save it as plain text"
    case .longText: "save it as UTF-8"
    case .zip, .gzip: "unpack it and name the \(form) file in it"
    case .webPage: "it may be the page that asks for a password; download the file again"
    case .database: "let the app export its \(form) files and name them"
    default: "name the \(form) file that the app exports"
    }
  }
}
