import DaybookInspector
import Foundation
import Testing

/// The file that leads a browser to an address which nobody else is to see.
struct AddressFileTests {
  private func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test func `only its owner reads it, and it goes with its folder`() throws {
    let address = "http://127.0.0.1:8080/0123/?a=<&b=\"c\""
    let file = try AddressFile(address)
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
    #expect(try mode(file.path) == 0o600)
    #expect(try mode(folder) == 0o700)
    let page = try String(contentsOfFile: file.path, encoding: .utf8)
    #expect(page.contains("url=http://127.0.0.1:8080/0123/?a=&lt;&amp;b=&quot;c&quot;\""))
    file.remove()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
