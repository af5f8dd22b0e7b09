import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Writing to what the system has open.
enum Descriptor {
  /// Writes a text as a whole, however often the system takes only a part of it.
  ///
  /// Calls `write(2)` and `poll(2)`.
  ///
  /// - Returns: 0, or the system's number of what went wrong.
  static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      // Safety: used within the closure that lends the text's bytes, and nowhere else.
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        #if canImport(Glibc)
        let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
        let written = Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if written >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        } else if errno == EAGAIN {
          waitUntilItTakesMore(descriptor)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// Waits until what never waits by itself takes more.
  private static func waitUntilItTakesMore(_ descriptor: Int32) {
    var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&wish, 1, -1)
  }
}
