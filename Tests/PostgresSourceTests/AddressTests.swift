import Files
import Testing

@testable import PostgresSource

/// What was typed is shown without the passwords that it held.
@Suite struct AddressTests {
  @Test(arguments: [
    ("open postgres://ann:secret@host/shop", "open postgres://ann:******@host/shop"),
    (
      "open postgresql://ann:p%40s@h:5/s?sslmode=require; view",
      "open postgresql://ann:*****@h:5/s?sslmode=require; view"
    ),
    ("open 'pg:host=a password=x y'", "open 'pg:host=a password=* y'"),
    ("open 'pg:host=a password = abc'", "open 'pg:host=a password = ***'"),
    ("open \"pg:password='a b\\' c' user=b\"", "open \"pg:password='*******' user=b\""),
    (
      "open postgres://h/d?user=a&password=secret&x=1",
      "open postgres://h/d?user=a&password=******&x=1"
    ),
    ("open postgres://ann@host/shop", "open postgres://ann@host/shop"),
    ("filter password == \"secret\"", "filter password == \"secret\""),
    ("open postgres://host/a:b@c", "open postgres://host/a:b@c"),
    ("open postgres://host:5432/a@b", "open postgres://host:5432/a@b"),
    ("open postgres://a:se@cret/w@h/d?x=@", "open postgres://a:*********@h/d?x=@"),
    ("open postgres://a:se?c#r@host/d", "open postgres://a:******@host/d"),
    ("pg:host=a password=b c=d", "pg:host=a password=* c=d"),
    ("diff postgres://a:b@h/x postgres://c:d@h/y", "diff postgres://a:*@h/x postgres://c:*@h/y"),
  ])
  func passwordsAreHidden(_ line: String, _ shown: String) {
    let hidden = PostgresAddress.hidingPasswords(in: line)
    #expect(hidden == shown)
    #expect(PostgresAddress.hidingPasswords(in: hidden) == shown)
  }

  @Test func whatIsHiddenOpensTheSameServer() throws {
    let typed = "postgres://zoe:gh0st@host/shop"
    let hidden = PostgresAddress.hidingPasswords(in: "open \(typed)").dropFirst("open ".count)
    #expect(!hidden.contains("gh0st"))
    let address = try #require(PostgresAddress(String(hidden)))
    #expect(address.text == typed)
    #expect(address.shown == "postgres://zoe@host/shop")
    #expect(address.holdsPassword)
  }

  /// Stars that another run of the program has left are no password.
  @Test func lostPasswordsAreLeftOut() throws {
    let address = try #require(PostgresAddress("postgres://yan:*****@elsewhere/shop"))
    #expect(address.text == "postgres://yan@elsewhere/shop")
    #expect(!address.holdsPassword)
  }

  @Test(arguments: [
    ("postgres://h/d", true), ("postgresql:///d", true), ("service=shop", true),
    ("pg:dbname=shop", true), ("shop.sqlite", false), ("./postgres:", false),
    ("/tmp/pg:x", false),
  ])
  func addressesAreNoPaths(_ text: String, _ isAddress: Bool) {
    #expect(PostgresAddress.recognizes(text) == isAddress)
  }
}
