import Daybook
import Foundation

/// What is shown of an entry's picture.
public enum ShownPicture: Equatable, Sendable {
  case file(at: String)
  /// Another phone has it, and has not brought it to the folder yet.
  case onItsWay
}

extension PuppyLog {
  /// Adds a picture to an entry, in place of the one that it has.
  public func attach(
    pictureAt path: String, to entry: ID<Kept<DiaryEntry>>
  ) async throws {
    let picture = try store.attachments.add(fileAt: path)
    try await change(entry) { $0.picture = picture }
  }

  /// The picture of an entry; nil when it has none that was taken with the app.
  public func shown(_ entry: DiaryEntry) throws -> ShownPicture? {
    guard let picture = entry.picture else { return nil }
    do { return .file(at: try store.attachments.path(of: picture)) } catch let error as StoreError
      where error.code == .attachmentMissing
    {
      return .onItsWay
    }
  }
}
