import Foundation

/// The seed of a randomised test: the same in every run, so that a test that passed passes again.
///
/// The environment variable `SHELF_TEST_SEED` holds a number for another choice, from which every
/// test draws a seed of its own; `Scripts/search-seeds` tries many.
///
/// - Parameters:
///   - variant: tells apart several seeds of one test.
///   - test: the test, or the property that holds its seeds.
///   - file: the file of the test.
public func testSeed(
  _ variant: Int = 0, test: String = #function, file: String = #fileID
) -> UInt64 {
  let choice = chosenSeed ?? "0"
  return "\(choice) \(file) \(test) \(variant)".utf8.reduce(0xCBF2_9CE4_8422_2325) {
    ($0 ^ UInt64($1)) &* 0x100_0000_01B3
  }
}

/// How often a randomised test repeats itself: a tenth as often in the suite, which many wait for,
/// as with a chosen seed, where nobody does.
public func testRounds(_ count: Int) -> Int { chosenSeed == nil ? (count + 9) / 10 : count }

/// The cases of a test of which many are alike: in the suite a part of them, with a chosen seed all.
///
/// - Parameter step: how many stand for one another.
public func testCases<Cases: Collection>(_ cases: Cases, oneIn step: Int) -> [Cases.Element] {
  guard chosenSeed == nil else { return Array(cases) }
  let step = min(step, max(1, cases.count))
  return cases.enumerated().filter { $0.offset % step == step / 2 }.map(\.element)
}

private var chosenSeed: String? { ProcessInfo.processInfo.environment["SHELF_TEST_SEED"] }
