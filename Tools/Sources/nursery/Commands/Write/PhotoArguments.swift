import ArgumentParser
import Daybook
import DaybookTool

/// The pictures that are kept with an entry.
struct PhotoArguments: ParsableArguments {
  @Option(
    name: .long, help: "A picture to keep with the entry; may be given several times.",
    completion: .file())
  var photo: [String] = []

  /// Keeps the pictures as files of the store, before the entry refers to them.
  func kept(in store: EventStore) throws -> [Attachment] {
    try photo.map { try store.attachments.add(fileAt: $0) }
  }
}
