import Daybook
import Foundation

/// The files for the widget and the watch, which open no store.
///
/// ```swift
/// let files = PuppyFiles(clock: LocalClock(zone: .current))
/// let publisher = SnapshotPublisher(store: log.store, builder: files, folder: path)
/// try await publisher.follow()
/// ```
/// A file that shows the same as before is not written again, so `lastUpdated` and `timestamp` say
/// since when it has been so.
public struct PuppyFiles: SnapshotBuilder {
  public static let widget = "widgetData.json"
  public static let watch = "watchContext.json"

  public let name = "puppy.files"
  public let revision = 1
  private let clock: LocalClock

  /// - Parameter clock: that of the device. In another zone, `SnapshotPublisher.refresh` makes the
  ///   files of a new builder anew.
  public init(clock: LocalClock) { self.clock = clock }

  public func files(_ reader: borrowing Reader) -> [String] { [Self.widget, Self.watch] }

  public func files(
    concerning entity: EntityReference, _ reader: borrowing Reader
  ) -> [String] {
    let isShown = [Kept<DiaryEntry>.kind, Kept<PuppyProfile>.kind].contains(entity.kind)
    return isShown ? files(reader) : []
  }

  public func build(
    _ file: String, _ reader: borrowing Reader, now: Date
  ) throws -> SnapshotContent? {
    if file == Self.watch {
      return SnapshotContent(try WatchContext(reader, now: now).json(), dependsOn: [])
    }
    let data = try WidgetData(reader, now: now, clock: clock)
    return SnapshotContent(try data.json(), dependsOn: [], expires: data.expires(clock))
  }
}
