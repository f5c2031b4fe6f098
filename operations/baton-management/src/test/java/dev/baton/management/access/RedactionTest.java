package dev.baton.management.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class RedactionTest {
  private final Redaction redaction = Redaction.standard();

  @Test
  void likelySecretsAreRedacted() {
    for (List<String> one :
        List.of(
            List.of("password=hunter2 rest", "password=[redacted] rest"),
            List.of("Password: hunter2", "Password: [redacted]"),
            List.of("{\"dbPassword\":\"a b\",\"x\":1}", "{\"dbPassword\":[redacted],\"x\":1}"),
            List.of("api_key='k k'; next", "api_key=[redacted]; next"),
            List.of("?access_token=abc&b=1", "?access_token=[redacted]&b=1"),
            List.of("Authorization: Bearer abc.def-ghi", "Authorization: Bearer [redacted]"),
            List.of("jdbc:x://me:secret@host/db", "jdbc:x://me:[redacted]@host/db"),
            List.of("card 4111 1111 1111 1111.", "card [redacted]."),
            List.of("card 4111-1111-1111-1111", "card [redacted]"),
            List.of("amex 371449635398431 x", "amex [redacted] x"),
            List.of("card 2223000048400011", "card [redacted]"),
            List.of("pass=hunter2&x=1", "pass=[redacted]&x=1"),
            List.of("db_pass: hunter2", "db_pass: [redacted]"),
            List.of("spring.datasource.pass=x1", "spring.datasource.pass=[redacted]"),
            List.of("passphrase = open-sesame", "passphrase = [redacted]"),
            List.of("secretAccessKey=wJalrXUtn", "secretAccessKey=[redacted]"),
            List.of("aws_secret_access_key: wJalr/X", "aws_secret_access_key: [redacted]"),
            List.of("\"privateKey\": \"abc\"", "\"privateKey\": [redacted]"),
            List.of("id AKIAIOSFODNN7EXAMPLE.", "id [redacted]."),
            List.of("ghp_0123456789abcdef0123456789abcdef0123", "[redacted]"),
            List.of("key sk_live_4eC39HqLyjWDarjtT1zdp7dc", "key [redacted]"),
            List.of("xoxb-123456789012-abcdefghij", "[redacted]"),
            List.of("Cookie: SESSION=abc; theme=dark\nnext", "Cookie: [redacted]\nnext"),
            List.of("set-cookie: id=1; Path=/", "set-cookie: [redacted]"),
            List.of("got eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl!", "got [redacted]!"),
            List.of(
                "-----BEGIN RSA PRIVATE KEY-----\nMIIE+/=\n-----END RSA PRIVATE KEY----- x",
                "[redacted] x"),
            List.of("-----BEGIN PRIVATE KEY-----\nMIIEcut off", "[redacted]"),
            List.of("to DE89 3704 0044 0532 0130 00.", "to [redacted]."),
            List.of("to GB82WEST12345698765432", "to [redacted]"),
            List.of(
                "https://x/y?X-Amz-Signature=ab12&z=1",
                "https://x/y?X-Amz-Signature=[redacted]&z=1"),
            List.of("http://x/y?key=AbC-1_2&z=1", "http://x/y?key=[redacted]&z=1"),
            List.of("http://x/y?z=1&key=AbC#top", "http://x/y?z=1&key=[redacted]#top"),
            List.of("http://x/y?apikey=abc&z=1", "http://x/y?apikey=[redacted]&z=1"),
            List.of("http://x/y?sv=2&sig=a%2Bb%3D&se=3", "http://x/y?sv=2&sig=[redacted]&se=3"),
            List.of("http://x/y?Signature=a~b-c", "http://x/y?Signature=[redacted]"),
            List.of(
                "AccountName=a;AccountKey=aB+/9==;x=1", "AccountName=a;AccountKey=[redacted];x=1"),
            List.of(
                "SharedAccessKey=aB+/9=;EntityPath=q", "SharedAccessKey=[redacted];EntityPath=q"),
            List.of("/pay;jsessionid=A1B2.node0?x=1", "/pay;jsessionid=[redacted]"),
            List.of("JSESSIONID=A1B2, retried", "JSESSIONID=[redacted], retried"),
            List.of("PHPSESSID=q1w2e3", "PHPSESSID=[redacted]"),
            List.of("session_id: 8f14e45f", "session_id: [redacted]"),
            List.of("{\"sessionId\":\"8f14 e45f\",\"x\":1}", "{\"sessionId\":[redacted],\"x\":1}"),
            List.of("connect.sid=s%3Aab.cd", "connect.sid=[redacted]"),
            List.of(
                "Authorization: ApiKey abc12345\nnext", "Authorization: ApiKey [redacted]\nnext"),
            List.of(
                "authorization: AWS4-HMAC-SHA256 Credential=A/1/eu, Signature=fe5f",
                "authorization: AWS4-HMAC-SHA256 [redacted]"),
            List.of(
                "Authorization: Digest username=\"me\", response=\"6629\"",
                "Authorization: Digest [redacted]"),
            List.of("Proxy-Authorization: 0a1b2c3d4e5f", "Proxy-Authorization: [redacted]"),
            List.of("Authorization: SharedKey acct:aB+/=", "Authorization: SharedKey [redacted]"),
            List.of(
                "{\"Authorization\":\"Token abcd1234\",\"x\":1}",
                "{\"Authorization\":\"Token [redacted]\",\"x\":1}"),
            List.of("X-Api-Key: abc.def/1 next", "X-Api-Key: [redacted] next"),
            List.of("npm_0123456789abcdef0123456789ABCDEF0123.", "[redacted]."),
            List.of("hvs.CAESIJ0123456789abcdef_-A x", "[redacted] x"),
            List.of(
                "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",
                "[redacted]"),
            List.of("AIzaSyA0123456789abcdefghijklmnopqrstu-", "[redacted]"),
            List.of("glpat-0123456789abcdefghij!", "[redacted]!"),
            List.of("cvv: 123, pin=4711", "cvv: [redacted], pin=[redacted]"))) {
      assertThat(redaction.apply(one.get(0))).isEqualTo(one.get(1));
    }
  }

  /** The secret is recognized without other words of the text. */
  @Test
  void eachNameIsRecognizedAlone() {
    for (String name :
        List.of(
            ("password passwort kennwort passwd passphrase passcode pwd credential token tokens"
                    + " secret secret-key secret_access_key security-code signature apikey access_key"
                    + " account-key privateKey signing_key encryption-key subscription-key shared_key"
                    + " masterkey pass pin cvv cvv2 cvc cvc2 sig otp jwt tan ssn bearer mnemonic"
                    + " session-id sessid connect.sid")
                .split(" "))) {
      for (String written : List.of(name, name.toUpperCase(Locale.ROOT))) {
        assertThat(redaction.apply(written + "=aB3-x")).isEqualTo(written + "=[redacted]");
      }
    }
    for (String scheme : List.of("Bearer", "Basic", "Digest", "Negotiate", "NTLM")) {
      assertThat(redaction.apply(scheme + " aB3xaB3x")).isEqualTo(scheme + " [redacted]");
    }
  }

  /**
   * The forms of a secret in a text: quoted, escaped, in brackets, in markup, on a command line.
   */
  @Test
  void secretIsRedactedInEveryNotation() {
    for (List<String> one :
        List.of(
            List.of(
                "{\\\"password\\\":\\\"hunter2\\\",\\\"x\\\":1}",
                "{\\\"password\\\":[redacted],\\\"x\\\":1}"),
            List.of("'password' => 'hunter2', 'x' => 1", "'password' => [redacted], 'x' => 1"),
            List.of("password := hunter2", "password := [redacted]"),
            List.of("password    =    hunter2 next", "password    =    [redacted] next"),
            List.of(
                "\"password\"\t\t\t\t\t:\t\t\t\t\t\"a b\"",
                "\"password\"\t\t\t\t\t:\t\t\t\t\t[redacted]"),
            List.of(
                "token" + " ".repeat(300) + "= abc", "token" + " ".repeat(300) + "= [redacted]"),
            List.of(
                "Authorization     :     Bearer     abc.def-ghi",
                "Authorization     :     Bearer     [redacted]"),
            List.of("--password       hunter2", "--password       [redacted]"),
            List.of("password=\"a\\\"b\" next", "password=[redacted] next"),
            List.of("password=\"a b c", "password=[redacted]"),
            List.of("password=`a b` next", "password=[redacted] next"),
            List.of("passwords: [abc, def], x", "passwords: [redacted], x"),
            List.of("sa;password={a;b c};x=1", "sa;password=[redacted];x=1"),
            List.of("password={bcrypt}$2a$10$abc next", "password=[redacted] next"),
            List.of("?next=%2F%3Fpassword%3Dhunter2", "?next=%2F%3Fpassword%3D[redacted]"),
            List.of("<ns:Password>hunter2</ns:Password>", "<ns:Password>[redacted]</ns:Password>"),
            List.of("<token kind=\"a\">x y</token>", "<token kind=\"a\">[redacted]</token>"),
            List.of("login --password hunter2 -v", "login --password [redacted] -v"),
            List.of("curl -token abc", "curl -token [redacted]"),
            List.of("password\u00a0=\u00a0abc", "password\u00a0=\u00a0[redacted]"),
            List.of("x".repeat(60) + "Password=abc", "x".repeat(60) + "Password=[redacted]"),
            List.of("the token is a1B2c3D4e5F6a7B8.", "the token is [redacted]"),
            List.of("api key: abc", "api key: [redacted]"),
            List.of("Subscription-Key: abc", "Subscription-Key: [redacted]"),
            List.of("passwordHash: $2a$10$abc", "passwordHash: [redacted]"),
            List.of("Kennwort: abc, Passwort=abc", "Kennwort: [redacted], Passwort=[redacted]"),
            List.of(
                "cvv2: 123, cvc2=123, tan=123456",
                "cvv2: [redacted], cvc2=[redacted], tan=[redacted]"),
            List.of("ssn=078-05-1120", "ssn=[redacted]"),
            List.of("Authorization: Bearer abc", "Authorization: Bearer [redacted]"),
            List.of(
                "{authorization=[Bearer ab1], host=[x]}",
                "{authorization=[Bearer [redacted]], host=[x]}"),
            List.of("{Cookie=[SID=a; x=1]}", "{Cookie=[[redacted]"),
            List.of("\"Cookie\": \"SESSION=abc\"", "\"Cookie\": \"[redacted]\""),
            List.of("jdbc:mysql://root:p@ss:word@host/db", "jdbc:mysql://root:[redacted]@host/db"),
            List.of(
                "jdbc:oracle:thin:scott/tiger@//db:1521/x",
                "jdbc:oracle:thin:scott/[redacted]@//db:1521/x"),
            List.of("https://0123456789abcdef01@host/x", "https://[redacted]@host/x"),
            List.of(
                "-----BEGIN RSA PRIVATE KEY----- Proc-Type: 4,ENCRYPTED MIIE -----END RSA PRIVATE"
                    + " KEY----- x",
                "[redacted] x"),
            List.of(
                "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n"
                    + "lQ-abc\n"
                    + "-----END PGP PRIVATE KEY BLOCK----- x",
                "[redacted] x"),
            List.of("eyJhbGciOi.abcdefg.iv12345.ct12345.tag1234 x", "[redacted] x"),
            List.of("xapp-1-A0123456-1234567890-abc", "[redacted]"),
            List.of(
                "https://hooks.slack.com/services/T0/B0/abcdefgh",
                "https://hooks.slack.com/services/[redacted]"),
            List.of("whsec_abcdefghijklmnop0123", "[redacted]"),
            List.of("ya29.a0AfH6SMBxyz0123456789abcdefghij", "[redacted]"),
            List.of("pypi-AgEIcHlwaS5vcmcCJDAxMjM0NTY3", "[redacted]"),
            List.of("shpat_0123456789abcdef0123456789abcdef", "[redacted]"),
            List.of("dapi0123456789abcdef0123456789abcdef", "[redacted]"),
            List.of("card 4111 1111 1111 1111 123", "card [redacted] 123"),
            List.of("2026-11-26 4111111111111111 12/28", "2026-11-26 [redacted] 12/28"),
            List.of("4111.1111.1111.1111", "[redacted]"),
            List.of("4111  1111\u00a01111 1111", "[redacted]"),
            List.of("card_4111111111111111x", "card_[redacted]x"),
            List.of("de89370400440532013000", "[redacted]"),
            List.of("DE89-3704-0044-0532-0130-00", "[redacted]"),
            List.of("DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000", "[redacted]"),
            List.of("BE68 5390 0754 7034 EUR 5", "[redacted] EUR 5"))) {
      assertThat(redaction.apply(one.get(0))).isEqualTo(one.get(1));
    }
  }

  @Test
  void encodedSecretIsRedacted() {
    for (List<String> one :
        List.of(
            List.of("%7B%22password%22%3A%22hunter2%22%7D", "[redacted]"),
            List.of(
                "GET /cb?state=%7B%22password%22%3A%22hunter2%22%7D next",
                "GET /cb?state=[redacted] next"),
            List.of("password&quot;:&quot;hunter2&quot;", "[redacted]"),
            List.of("&lt;password&gt;hunter2&lt;/password&gt;", "[redacted]"),
            List.of("&#x22;password&#x22;&#58;hunter2", "[redacted]"),
            List.of("password\\u003dhunter2", "[redacted]"),
            List.of("pan=4111%201111%201111%201111", "pan=[redacted]"),
            List.of("body cGFzc3dvcmQ9aHVudGVyMg== x", "body [redacted] x"),
            List.of("eyJwYXNzd29yZCI6Imh1bnRlcjIifQ", "[redacted]"))) {
      assertThat(redaction.apply(one.get(0))).isEqualTo(one.get(1));
    }
    for (String text :
        List.of(
            "q=a%20b%3Dc&r=%C3%A4%22, 100%",
            "&lt;name&gt;bob&lt;/name&gt;, \\u00e4\\u00f6, C:\\users\\bob",
            "aGVsbG8gd29ybGQgaGVsbG8=",
            "path/to/some/long/directory/name1234")) {
      assertThat(redaction.apply(text)).isEqualTo(text);
    }
  }

  /** The secret is apart from its name, or only a blank is between them. */
  @Test
  void secretNextToItsNameIsRedacted() {
    for (List<String> one :
        List.of(
            List.of("<password><![CDATA[a]]></password>", "<password>[redacted]</password>"),
            List.of(
                "<property name=\"password\" value=\"a b\"/>",
                "<property name=\"password\" value=[redacted]/>"),
            List.of("<Password value='a'/>", "<Password value=[redacted]/>"),
            List.of(
                "{\"name\":\"api_key\", \"value\":\"a\"}",
                "{\"name\":\"api_key\", \"value\":[redacted]}"),
            List.of("password -> hunter2", "password -> [redacted]"),
            List.of("wrong password 'a b' of bob", "wrong password [redacted] of bob"),
            List.of("USER x IDENTIFIED BY 'a'", "USER x IDENTIFIED BY [redacted]"),
            List.of("my password is hunter2, he said", "my password is [redacted], he said"),
            List.of("passphrase: correct horse, x", "passphrase: [redacted], x"),
            List.of("PIN 4711 was wrong", "PIN [redacted] was wrong"),
            List.of("curl -u me:hunter2 x", "curl -u me:[redacted] x"),
            List.of("sshpass -p hunter2 ssh", "sshpass -p [redacted] ssh"),
            List.of("mysql -uroot -phunter2 db", "mysql -uroot -p[redacted] db"),
            List.of("NTLM TlRMTVNTUAABAAAA", "NTLM [redacted]"),
            List.of(
                "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/5\n"
                    + "---- END SSH2 ENCRYPTED PRIVATE KEY ---- x",
                "[redacted] x"),
            List.of("4111_1111_1111_1111", "[redacted]"),
            List.of("4111+1111+1111+1111", "[redacted]"))) {
      assertThat(redaction.apply(one.get(0))).isEqualTo(one.get(1));
    }
    for (String text :
        List.of(
            "docker run -u 1000:1000 x",
            "the password is too short, the password was changed",
            "passphrase: must not be blank",
            "PIN 12 is too short, 4711 tan",
            "{\"name\":\"partner\",\"value\":\"acme\"}",
            "the key -> order-17, user 'bob', mysql -h db -P 3306",
            "on 11/26/2026, in a_4111, 1234/5678")) {
      assertThat(redaction.apply(text)).isEqualTo(text);
    }
  }

  @Test
  void ordinaryTextIsUnchanged() {
    for (String text :
        List.of(
            "The bank said no",
            "task 019cadc6-9a80-7000-b6eb-4e6c7bad85d8 at 1772442000000000",
            "the password is wrong",
            "4111 1111 1111 1112",
            "a token ended",
            "http://host:8080/path",
            // Microseconds, an order number and a phone number, each as long as a card number.
            "at 1772442000000003",
            "order 9000000000000001",
            "DE89 3704 0044 0532 0130 01",
            "AB12 CDEF GHIJ KLMN",
            "spin=3, compass: north, bypass=true",
            "a cookie was missing",
            "PASSED: 3",
            "the pass of Brenner",
            "the basic idea",
            "sk-short",
            "signatures of methods",
            "-----BEGIN",
            "key=value pairs, key: order-17, monkey=banana",
            "http://x/y?monkey=banana&keyword=a&z=1",
            "the partition key=42 and the foreign key: customer",
            "the signature is missing, a design=flat",
            "AccountName=a; account key missing",
            "session ended, session: closed, sessionIdle=5",
            "no PHPSESSID was sent, 3 sessions=open",
            "authorization: denied",
            "Authorization: the bank said no",
            "authorization: 403 Forbidden",
            "authorizations: 12345678",
            "an X-Api-Key was missing",
            "npm_config_registry, npm_lifecycle_event, npm_package_version",
            "hvs.short, SG.1.2, SG.Finance.Report, AIza, glpat-short",
            "order 4111111111111112, UUID 6f1c2e0a-9b7d-4c55-8a3e-2f0d9c1b7e64",
            "Basic authentication failed, a basic assumption, bearer of bad news",
            "Authorization: Bearer token missing",
            "cookie: missing",
            "tokens: 1500, maxTokens=4096, token_type=bearer",
            "UNRECOGNIZED TOKEN: ',', unexpected token: FROM, Token: EOF",
            "password: must not be blank, secret: not found, credential: none",
            "passwordExpired=true, password_changed_at=2026-01-01, signature: invalid",
            "sk-learn-model-version-is-a-b",
            "trace 4bf92f3577b34da6a3ce929d0e0e4736, phone +49 30 12345678, (415) 555-2671",
            "41111111-1111-1111-1111-111111111111, latitude 52.4111111111111111",
            "2026-11-26T03:58:00.123456789Z, 10.0.0.1:5432, version 4.1.137.5",
            "tracking 1Z999AA10123456784, EAN 4006381333931, BIC DEUTDEFF",
            "eyJ is how JSON in Base64 begins")) {
      assertThat(redaction.apply(text)).isEqualTo(text);
    }
  }

  @Test
  void longTextIsRedactedFast() {
    String text = "password".repeat(1_000) + " ".repeat(1_000) + "1 ".repeat(1_000) + "://a:b";
    assertThat(Duration.ofSeconds(20)).isGreaterThan(timed(text));
    for (String part :
        List.of(
            "-----BEGIN A",
            "AA11 AAAA ",
            "a.",
            "eyJaaaaa.",
            "Cookie:",
            "a_pass",
            "authorization: a ",
            "SG.",
            "sessid",
            "password",
            "-----BEGIN A-----",
            "token a",
            "<token ",
            "4111 1111 ",
            "4",
            "DE89 3704 ",
            "://a:",
            "password={",
            "password=\"\\")) {
      assertThat(Duration.ofSeconds(20)).as(part).isGreaterThan(timed(part.repeat(5_000)));
    }
    for (String word : List.of("eyJaaaaa-", "--")) {
      String longWord = word.repeat(500_000 / word.length());
      assertThat(Duration.ofMillis(2_500)).as(word).isGreaterThan(worked(longWord));
    }
  }

  @Test
  void tokenIsRedactedForEveryPrefixOfItsName() {
    String token = "eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl";
    String before = "request-of-".repeat(15);
    assertThat(redaction.apply(before + token)).isEqualTo(before + "[redacted]");
    assertThat(redaction.apply("---password open")).isEqualTo("---password [redacted]");
  }

  /** Returns the processor time, which doesn't depend on other processes. */
  private Duration worked(String text) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    redaction.apply(text);
    return Duration.ofNanos(threads.getCurrentThreadCpuTime() - start);
  }

  private Duration timed(String text) {
    long start = System.nanoTime();
    redaction.apply(text);
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
