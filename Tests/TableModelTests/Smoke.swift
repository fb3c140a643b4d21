import Testing

@Suite struct TableModelSmoke {}
