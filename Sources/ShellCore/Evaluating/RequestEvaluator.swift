import PredicateLanguage
import TableModel

/// Answers one request after the other. Predicates that come again are read once.
package struct RequestEvaluator {
  /// A predicate together with the names that have values, which decide what it may refer to.
  private struct Key: Hashable {
    var predicate: String
    var variables: Set<String>
    var arguments: [Value]?
  }

  private struct Prepared {
    var condition: Condition
    var format: String
  }

  private var known: [Key: Prepared] = [:]
  private let isCancelled: @Sendable () -> Bool
  /// Keep what is remembered small, however many predicates there are and however long.
  private static let mostKnown = 256
  private static let longestKnown = 4096

  package init(isCancelled: @escaping @Sendable () -> Bool = { false }) {
    self.isCancelled = isCancelled
  }

  /// Answers a line of JSON.
  package mutating func answer(line: [UInt8]) -> EvaluationAnswer {
    do throws(RequestFault) {
      return answer(try EvaluationRequest(line: line))
    } catch {
      return EvaluationAnswer(error)
    }
  }

  /// Answers a request; types that do not go together give no match, as they do in a filter.
  package mutating func answer(_ request: EvaluationRequest) -> EvaluationAnswer {
    let prepared: Prepared
    do throws(ConditionError) {
      prepared = try prepare(request)
    } catch {
      return EvaluationAnswer(error, format: Self.format(ofUnbound: request.predicate))
    }
    var context = EvaluationContext(variables: request.variables, isCancelled: isCancelled)
    do throws(EvaluationError) {
      let result = try prepared.condition.evaluate(request.object, in: &context)
      return EvaluationAnswer(.result(result), format: prepared.format)
    } catch {
      return EvaluationAnswer(error, format: prepared.format)
    }
  }

  private mutating func prepare(_ request: EvaluationRequest) throws(ConditionError) -> Prepared {
    let names = Set(request.variables.keys)
    let key = Key(
      predicate: request.predicate, variables: names, arguments: request.arguments)
    if let prepared = known[key] { return prepared }
    let condition = try Condition(
      parsing: request.predicate, options: ConditionOptions(variables: names),
      arguments: request.arguments)
    let prepared = Prepared(condition: condition, format: condition.format)
    if request.predicate.utf8.count <= Self.longestKnown {
      if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
      known[key] = prepared
    }
    return prepared
  }

  /// The printing of a predicate that lacks nothing but values of variables.
  private static func format(ofUnbound predicate: String) -> String? {
    let condition = try? Condition(
      parsing: predicate, options: ConditionOptions(variables: nil))
    return condition?.format
  }
}
