internal import Daybook

/// What a device asks that joins with a link.
public struct JoinRequest: Hashable, Sendable {
  /// What its owner calls the device, as it says itself.
  public let device: String
  /// The request, whose digits both sides compare.
  public let request: EnrolmentRequest

  /// A request.
  public init(device: String, request: EnrolmentRequest) {
    self.device = device
    self.request = request
  }

  /// The content of the letter: a payload of 1 the device, 2 the text of the request.
  var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 256)
    writer.value(1, device)
    writer.value(2, "\(request)")
    return writer.array
  }

  /// - Throws: `SyncError.malformed`, `text`.
  init(bytes: [UInt8]) throws {
    var (device, text) = ("", "")
    do {
      var reader = PayloadReader(bytes.span.bytes)
      while let field = try reader.next() {
        switch field {
        case 1: device = try reader.string()
        case 2: text = try reader.string()
        default: break
        }
      }
    } catch { throw SyncError(.malformed, "the request cannot be read: \(error)") }
    // It is shown to who decides.
    let hidden: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator, .privateUse,
    ]
    let shown = device.unicodeScalars.prefix(60)
      .filter { !hidden.contains($0.properties.generalCategory) }
    self.init(
      device: String(String.UnicodeScalarView(shown)), request: try EnrolmentRequest(text))
  }
}
