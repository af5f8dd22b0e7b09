import Foundation
@_spi(Tools) import Interchange

/// A file or folder that is not there.
public struct MissingPath: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// A file or folder that could not be made.
public struct CannotWrite: Error, CustomStringConvertible {
  public let description: String

  public init(_ path: String, _ error: any Error) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    guard folder.isEmpty || FileManager.default.fileExists(atPath: folder) else {
      description = "\(path) cannot be written: there is no folder \(folder)"
      return
    }
    if let limit = InterchangeError.limit(error) {
      description = "\(path) cannot be written: \(limit)"
      return
    }
    let error = error as NSError
    let reason = error.localizedFailureReason ?? error.localizedDescription
    // Foundation ends its sentences itself.
    let text = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    description = "\(path) cannot be written: \(text)"
  }

  public init(_ description: String) { self.description = description }
}
