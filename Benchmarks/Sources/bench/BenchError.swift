/// Why a measurement could not be made.
enum BenchError: Error, Hashable {
  case unknownOption(String)
  case missingValue(option: String)
  case badNumber(option: String, text: String)
  case unknownCase(String, known: [String])
  case noRepository
  case noProgram(path: String)
  case cannotWrite(path: String, code: Int32)
  case cannotRead(path: String, code: Int32)
  case cannotStart(program: String, code: Int32)
  case cannotWait(program: String, code: Int32)
  case exited(program: String, status: Int32)
  case killed(program: String, signal: Int32)
  case wrongOutput(program: String, missing: String)

  var exitCode: Int32 {
    switch self {
    case .unknownOption, .missingValue, .badNumber, .unknownCase: 2
    default: 1
    }
  }
}
