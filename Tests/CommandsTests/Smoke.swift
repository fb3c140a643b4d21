import Testing

@Suite struct CommandsSmoke {}
