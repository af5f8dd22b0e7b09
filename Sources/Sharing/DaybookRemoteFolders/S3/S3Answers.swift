internal import DaybookSync

/// A page of a bucket's list.
struct S3Listing {
  /// What continues it; nil for the last page.
  let next: String?
  private let files: [(key: String, size: Int, tag: String?)]
  private let folders: [String]

  /// Reads an answer; nil for what is none.
  init?(_ bytes: [UInt8]) {
    guard let root = XMLNode.read(bytes), root.name == "ListBucketResult" else { return nil }
    let isEncoded = root["EncodingType"]?.text.lowercased() == "url"
    func text(_ node: XMLNode?) -> String? {
      guard let text = node?.text else { return nil }
      return isEncoded ? URLText.decoded(text.replacing("+", with: " ")) : text
    }
    files = root.all("Contents").compactMap { node in
      guard let key = text(node["Key"]), let size = node["Size"].flatMap({ Int($0.text) }) else {
        return nil
      }
      return (key, size, node["ETag"]?.text)
    }
    folders = root.all("CommonPrefixes").compactMap { text($0["Prefix"]) }
    next = root["IsTruncated"]?.text == "true" ? root["NextContinuationToken"]?.text : nil
  }

  /// What lies in a folder, whose key ends with a slash.
  func entries(after prefix: String) -> [FolderEntry] {
    files.filter { $0.key.hasPrefix(prefix) && $0.key.utf8.count > prefix.utf8.count }.map {
      FolderEntry(
        name: String($0.key.dropFirst(prefix.count)), size: $0.size,
        tag: $0.tag.map { .text($0) })
    }
      + folders.filter { $0.hasPrefix(prefix) && $0.hasSuffix("/") }.map {
        FolderEntry(
          name: String($0.dropFirst(prefix.count).dropLast()), isFolder: true, size: nil, tag: nil)
      }
  }
}

/// Why a bucket refuses something.
struct S3Problem {
  let code: String
  private let message: String

  /// Reads an answer; nil for what is none. Other fields, some of which repeat what was signed, are
  /// left where they are.
  init?(_ bytes: [UInt8]) {
    guard let root = XMLNode.read(bytes), root.name == "Error", let code = root["Code"]?.text else {
      return nil
    }
    (self.code, message) = (code, root["Message"]?.text ?? "")
  }

  /// One line of what the server says.
  var words: String {
    let words = message.isEmpty ? code : "\(code): \(message)"
    let isPlain = words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    return isPlain ? String(words.prefix(200)) : ""
  }
}
