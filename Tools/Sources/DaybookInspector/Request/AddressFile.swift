import Foundation

/// A page in a file of its owner alone, which leads a browser to an address that holds a secret.
///
/// What a browser is started with is there to be read for everybody on the machine; a file of mode
/// 600 in a folder of mode 700 is not.
package struct AddressFile: Sendable {
  private let folder: String
  /// What the browser is to open.
  package let path: String

  /// - Throws: what keeps the file from being written.
  package init(_ address: String) throws {
    let files = FileManager.default
    folder =
      files.temporaryDirectory
      .appendingPathComponent("daybook-inspect-\(UUID().uuidString)").path
    path = folder + "/store.html"
    // The folder is closed to others before the secret is in it.
    try files.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0; url=\(address)">
      <title>Daybook</title>
      </head>
      <body><p><a href="\(address)">To the store</a></p></body>
      </html>

      """
    let isWritten = files.createFile(
      atPath: path, contents: Data(page.text.utf8), attributes: [.posixPermissions: 0o600])
    if !isWritten {
      remove()
      throw CocoaError(.fileWriteUnknown)
    }
  }

  /// Takes the file and its folder away.
  package func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
