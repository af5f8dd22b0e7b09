#if CoreData
internal import Foundation
public import Interchange

extension OldStore {
  /// Stores of Core Data or SwiftData, which their app goes on writing.
  ///
  /// Sizes and times of the files say where they stand, so that looking costs no copy.
  ///
  /// - Parameters:
  ///   - stores: the paths of the stores' own files, without those beside them.
  ///   - rows: copies them and maps their rows.
  public init(
    coreData stores: [String], rows: @escaping @Sendable () throws -> any ImportSource
  ) {
    self.init(
      position: {
        try stores.flatMap { try StorePosition.FileMark.all(of: $0) }.map { mark in
          "\(mark.suffix) \(mark.size) \(mark.modified.timeIntervalSinceReferenceDate)"
        }.joined(separator: "; ")
      }, rows: rows)
  }
}
#endif
