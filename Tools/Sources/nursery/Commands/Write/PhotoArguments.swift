import ArgumentParser
import Daybook
import DaybookTool
import Foundation

/// The pictures that are kept with an entry.
struct PhotoArguments: ParsableArguments {
  @Option(
    name: .long, help: "A picture to keep with the entry; may be given several times.",
    completion: .file())
  var photo: [String] = []

  /// Keeps the pictures as files of the store, before the entry refers to them.
  ///
  /// - Throws: `MissingPath` for a file that is not there, `NameError` for an empty one; then none
  ///   is kept.
  func kept(in store: EventStore) throws -> [Attachment] {
    for path in photo { try Self.check(path) }
    return try photo.map { try store.attachments.add(fileAt: $0) }
  }

  private static func check(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw MissingPath("there is no file at \(path)")
    }
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return }
    if (attributes?[.size] as? NSNumber)?.intValue == 0 {
      throw NameError("\(path) is empty, and no picture: look whether it was copied whole")
    }
  }
}
