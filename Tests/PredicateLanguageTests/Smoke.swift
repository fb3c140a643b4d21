import Testing

@Suite struct PredicateLanguageSmoke {}
