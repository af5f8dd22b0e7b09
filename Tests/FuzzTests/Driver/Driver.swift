import Foundation

/// Runs one target under libFuzzer: `fuzz TARGET [CORPUS …] [-runs=N] [-max_total_time=S] …`.
///
/// Only built by `make fuzz`, which links libFuzzer's runtime.
@main
struct Driver {
  private nonisolated(unsafe) static var target = FuzzTarget.payload

  static func main() {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    guard CommandLine.argc > 1, let chosen = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
      FileHandle.standardError.write(Data("the first argument is one of \(names)\n".utf8))
      exit(64)
    }
    target = chosen
    // Safety: the arguments of the process, without the first, stay until it ends.
    var count = CommandLine.argc - 1
    var arguments = CommandLine.unsafeArgv + 1
    exit(
      runDriver(&count, &arguments) { start, count in
        // Safety: libFuzzer keeps the bytes for the time of the call.
        Driver.target.run(UnsafeRawBufferPointer(start: start, count: count))
        return 0
      })
  }
}

/// Wraps `LLVMFuzzerRunDriver`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
