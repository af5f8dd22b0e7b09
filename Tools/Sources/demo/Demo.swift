import Foundation

/// Shows the log and its views; with the argument `sharing`, three stores that share a baby.
///
/// Ends with 0 when everything fits, with 1 when not, with 64 for wrong arguments, and with 70 when
/// it fails.
@main struct Demo {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      let fits =
        arguments == ["sharing"]
        ? try await SharingDemo.run() : try await LogDemo.run(DemoOptions(arguments))
      exit(fits ? 0 : 1)
    } catch let error as WrongArgument {
      end(64, error.message)
    } catch {
      end(70, "\(error)")
    }
  }

  /// Prints at once, also into a pipe.
  static func say(_ text: String) {
    print(text)
    fflush(nil)
  }

  private static func end(_ status: Int32, _ sentence: String) -> Never {
    FileHandle.standardError.write(Data("demo: \(sentence)\n".utf8))
    exit(status)
  }
}
