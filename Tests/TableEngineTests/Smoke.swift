import Testing

@Suite struct TableEngineSmoke {}
