/// Looks for the mistake in a regular expression that the engine has refused.
enum RegexSyntax {
  /// The first mistake that can be named, with its offset in Unicode scalars.
  static func fault(in pattern: String) -> (fault: RegexFault, offset: Int)? {
    var scanner = Scanner(scalars: Array(pattern.unicodeScalars))
    return scanner.run()
  }

  private struct Scanner {
    let scalars: [Unicode.Scalar]
    var position = 0
    var groups: [Int] = []
    /// False at the start of a group or an alternative, where there is nothing to repeat.
    var canRepeat = false

    mutating func run() -> (fault: RegexFault, offset: Int)? {
      while position < scalars.count {
        if let fault = step() { return fault }
      }
      return groups.last.map { (.missing(")"), $0) }
    }

    private mutating func step() -> (fault: RegexFault, offset: Int)? {
      let start = position
      let scalar = scalars[start]
      position += 1
      switch scalar {
      case "\\":
        if position == scalars.count { return (.endsInBackslash, start) }
        if scalars[position] == "Q" { skipQuotation() }
        position += 1
        canRepeat = true
      case "[": return skipSet(from: start)
      case "(":
        groups.append(start)
        canRepeat = false
        if peek == "?" { position += 1 }
      case ")":
        if groups.popLast() == nil { return (.unopened(")"), start) }
        canRepeat = true
      case "|": canRepeat = false
      case "*", "+", "?": return repetition(String(scalar), start)
      case "{": return counted(start)
      default: canRepeat = true
      }
      return nil
    }

    private var peek: Unicode.Scalar? {
      position < scalars.count ? scalars[position] : nil
    }

    /// Also takes the mark behind that makes a repetition lazy or possessive.
    private mutating func repetition(_ mark: String, _ start: Int) -> (RegexFault, Int)? {
      if !canRepeat { return (.nothingToRepeat(mark), start) }
      if peek == "?" || peek == "+" { position += 1 }
      canRepeat = false
      return nil
    }

    /// `{2}`, `{2,}`, `{2,5}`.
    private mutating func counted(_ start: Int) -> (RegexFault, Int)? {
      guard let close = scalars[position...].firstIndex(of: "}") else {
        return (.missing("}"), start)
      }
      let body = String(String.UnicodeScalarView(scalars[position..<close]))
      position = close + 1
      let parts = body.split(separator: ",", omittingEmptySubsequences: false)
      let bounds = parts.map { Int($0) }
      let isReadable =
        (parts.count == 1 && bounds[0] != nil)
        || (parts.count == 2 && bounds[0] != nil && (parts[1].isEmpty || bounds[1] != nil))
      guard isReadable else { return (.badRepetition, start) }
      if parts.count == 2, let a = bounds[0], let b = bounds[1], a > b {
        return (.badRepetition, start)
      }
      return repetition("{\(body)}", start)
    }

    private mutating func skipQuotation() {
      while position < scalars.count {
        if scalars[position] == "E", scalars[position - 1] == "\\" { return }
        position += 1
      }
    }

    /// A set, in which sets may nest and most marks are themselves.
    private mutating func skipSet(from start: Int) -> (RegexFault, Int)? {
      var depth = 1
      if peek == "^" { position += 1 }
      var isFirst = true
      while let scalar = peek {
        position += 1
        switch scalar {
        case "\\": position += 1
        case "[": depth += 1
        case "]" where !isFirst: depth -= 1
        case "-" where isReversedRange: return (.reversedRange, position - 2)
        default: break
        }
        isFirst = false
        if depth == 0 {
          canRepeat = true
          return nil
        }
      }
      return (.missing("]"), start)
    }

    /// True behind the minus of `z-a`.
    private var isReversedRange: Bool {
      guard position >= 3, let high = peek else { return false }
      let low = scalars[position - 2]
      let isPlain = high != "]" && high != "[" && high != "\\" && low != "[" && low != "\\"
      return isPlain && scalars[position - 3] != "\\" && low.value > high.value
    }
  }
}
