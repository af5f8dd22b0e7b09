/// A name that is shown to other people: of a space, a member, a device or a hub.
package enum SharedName {
  /// Makes sure that a text can be such a name: one line on which something is seen.
  ///
  /// - Parameters:
  ///   - what: whose name it is, for the sentence.
  ///   - most: how many bytes of UTF-8 it may have.
  /// - Throws: `SyncError.text` for a text that cannot.
  package static func check(_ text: String, _ what: String, upTo most: Int = 200) throws {
    let isShown = text.unicodeScalars.contains { scalar in
      !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
    }
    let isPlain = !text.unicodeScalars.contains { scalar in
      [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    guard isShown, isPlain, text.utf8.count <= most else {
      throw SyncError(.text, "\(what) has 1 to \(most) bytes on one line, not blanks alone")
    }
  }
}
