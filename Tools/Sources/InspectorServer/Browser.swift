internal import DaybookInspector
internal import Foundation
internal import Synchronization

/// The browser of this machine, which is led to an address that nobody else is to see.
final class Browser: Sendable {
  private let file = Mutex<AddressFile?>(nil)

  /// How long a browser may take to begin; then it has asked for the page, or never does.
  private static let patience = Duration.seconds(60)

  /// Opens an address; where there is no browser nothing happens.
  func open(_ address: String) {
    guard let made = try? AddressFile(address) else { return }
    file.withLock { $0 = made }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    #if os(macOS)
    process.arguments = ["open", made.path]
    #else
    process.arguments = ["xdg-open", made.path]
    #endif
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
    Task { [self] in
      try? await Task.sleep(for: Self.patience)
      close()
    }
  }

  /// Leaves no file that holds the address.
  func close() {
    file.withLock { known in
      known?.remove()
      known = nil
    }
  }
}
