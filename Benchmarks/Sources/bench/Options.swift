/// What was asked for on the command line.
struct Options: Hashable {
  enum Action: Hashable {
    case measure
    case list
    case help
    /// To read memory a number of times, as a measured program does.
    case readMemory(times: Int)
  }

  var action = Action.measure
  /// The cases to run; all of them when empty.
  var cases: [String] = []
  /// The program to measure; nil for the release build of this checkout.
  var program: String?
  /// How often each case is measured, after one run that warms the caches and is checked.
  var runs = 15
  /// The size of the generated catalogue in millions of bytes.
  var megabytes = 100
  /// The number of generated records that filters are asked about.
  var records = 1_000_000
  /// How many times as long as its bound a figure may be, where a machine does other work as well.
  var margin = 1

  static let help = """
    usage: bench [CASE...] [--shelf PATH] [--runs N] [--megabytes N] [--records N]
                 [--margin N] [--list] [--help] [--read-memory N]

      CASE           the cases to measure; all but the filters without one
      --shelf PATH   the program; the checkout's .build/release/shelf without it
      --runs N       measured runs a case (15)
      --megabytes N  size of the generated catalogue (100)
      --records N    records that the filters are asked about (1000000)
      --margin N     times that gates and limits of time are widened (1); one that does not hold
                     gives the exit status 1
      --list         print the cases and what they run
      --read-memory N  fill two columns of numbers for the records, read them N times and tell their
                     sum, as cases do that show what the machine can
    """

  init() {}

  /// Reads the arguments, without the program's name.
  init(parsing arguments: [String]) throws(BenchError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": action = .help
      case "--list": action = .list
      case "--read-memory":
        action = .readMemory(times: try Self.number(of: argument, from: &rest))
      case "--shelf": program = try Self.value(of: argument, from: &rest)
      case "--runs": runs = try Self.number(of: argument, from: &rest)
      case "--margin": margin = try Self.number(of: argument, from: &rest, atMost: 100)
      case "--megabytes": megabytes = try Self.number(of: argument, from: &rest)
      case "--records":
        records = try Self.number(of: argument, from: &rest, atMost: 100_000_000)
      case let option where option.hasPrefix("-"): throw .unknownOption(option)
      default: cases.append(argument)
      }
    }
  }

  private static func value(
    of option: String, from rest: inout ArraySlice<String>
  ) throws(BenchError) -> String {
    guard let value = rest.popFirst() else { throw .missingValue(option: option) }
    return value
  }

  private static func number(
    of option: String, from rest: inout ArraySlice<String>, atMost most: Int = 100_000
  ) throws(BenchError) -> Int {
    let text = try value(of: option, from: &rest)
    guard let number = Int(text), (1...most).contains(number) else {
      throw .badNumber(option: option, text: text)
    }
    return number
  }
}
