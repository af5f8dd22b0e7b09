@testable import Daybook

/// Law: a message that can be read has an event, and is refused only by an error of the store.
enum MessageFuzz {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let message: TransactionMessage
    do { message = try TransactionMessage([UInt8](bytes)) } catch {
      return law(error is StoreError, "a message was refused by \(type(of: error)): \(error)")
    }
    law(!message.events.isEmpty, "a message without events was read")
    var header = TravellingHeader()
    message.header.withUnsafeBytes { try? header.read($0) }
    for event in message.events {
      event.payload.withUnsafeBytes { _ = try? Control.target($0) }
    }
  }
}
