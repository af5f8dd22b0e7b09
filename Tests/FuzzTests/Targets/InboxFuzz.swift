@testable import Daybook
@testable import DaybookSnapshot

/// Law: a file that can be read gives, written again, one that reads as the same.
///
/// The bytes are tried as they are, and as the content of a file whose header fits.
enum InboxFuzz {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    read([UInt8](bytes))
    var file = [UInt8]("DBIX".utf8) + [UInt8(InboxMessage.currentFormat), 0, 0, 0]
    let digest = SnapshotDigest.number(of: [UInt8](bytes)[...])
    withUnsafeBytes(of: digest.littleEndian) { file += $0 }
    read(file + bytes)
  }

  private static func read(_ file: [UInt8]) {
    guard let message = try? InboxMessage(file: file) else { return }
    let again = try? InboxMessage(file: message.encoded())
    // A time may be no number, which is not equal to itself.
    law(again?.encoded() == message.encoded(), "an inbox file reads otherwise when written again")
  }
}
