import TableModel
import Testing

@testable import Arranging

@Suite struct ValueLabelsTests {
  private static let lists: [([Value], [String])] = [
    (["a", "b"], ["a", "b"]), (["1", 1], ["\"1\"", "1"]), (["a", .null], ["a", "null"]),
    (["null", .null], ["\"null\"", "null"]),
    ([.array(["x"]), .array(["y"])], ["[\"x\"]", "[\"y\"]"]),
    ([.record(Record([("k", 1)])), "t"], ["{\"k\":1}", "\"t\""]),
    ([.data([0, 255]), .data([1])], ["0x00ff", "0x01"]),
  ]

  @Test(arguments: lists)
  func differentValuesHaveDifferentLabels(_ values: [Value], _ expected: [String]) {
    let labels = ValueLabels(telling: values)
    #expect(values.map(labels.label) == expected)
  }

  @Test func longDataTellsItsLength() {
    let (a, b) = (
      Value.data(Array(repeating: 7, count: 50)), Value.data(Array(repeating: 7, count: 51))
    )
    let labels = ValueLabels(telling: [a, b])
    #expect(labels.label(of: a).hasSuffix("… (50 bytes)"))
    #expect(labels.label(of: a) != labels.label(of: b))
    #expect(labels.label(of: .string(String(repeating: "x", count: 9000))).count == 9000)
    #expect(labels.label(of: .array(Array(repeating: 1, count: 9000))).count == 400)
    #expect(labels.title(ofGroup: .null) == "(none)")
  }
}
