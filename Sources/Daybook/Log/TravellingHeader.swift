/// The part of a transaction's record that travels, as far as this version knows it.
struct TravellingHeader {
  var sequence: UInt64 = 0
  var time = HybridTime.distantPast
  var wallTime = Date(timeIntervalSinceReferenceDate: 0)
  var author: String?
  var context: String?
  var process: String?
  /// The declared time of the stamps, when it is earlier than `time`.
  var stampTime: HybridTime?

  mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
    var reader = PayloadReader(bytes.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: sequence = try reader.uint()
      case 2: time = HybridTime(rawValue: try reader.fixed())
      case 3: wallTime = try reader.date()
      case 4: author = try reader.string()
      case 5: context = try reader.string()
      case 6: process = try reader.string()
      case 7: stampTime = HybridTime(rawValue: try reader.fixed())
      default: break
      }
    }
  }
}
