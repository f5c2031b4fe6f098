package dev.baton.management.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedactionTest {
  private final Redaction redaction = Redaction.standard();

  @Test
  void whatLooksLikeASecretIsLeftOut() {
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
            List.of("cvv: 123, pin=4711", "cvv: [redacted], pin=[redacted]"))) {
      assertThat(redaction.apply(one.get(0))).isEqualTo(one.get(1));
    }
  }

  @Test
  void whatIsNoneIsLeftAsItIs() {
    for (String text :
        List.of(
            "The bank said no",
            "task 019cadc6-9a80-7000-b6eb-4e6c7bad85d8 at 1772442000000000",
            "the password is wrong",
            "4111 1111 1111 1112",
            "a token ended",
            "http://host:8080/path",
            // Microseconds, an order's number, and a phone's: as long as a card's.
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
            "eyJ is how JSON in Base64 begins")) {
      assertThat(redaction.apply(text)).isEqualTo(text);
    }
  }

  @Test
  void aLongTextIsReadInNoTime() {
    String text = "password".repeat(1_000) + " ".repeat(1_000) + "1 ".repeat(1_000) + "://a:b";
    assertThat(Duration.ofSeconds(20)).isGreaterThan(timed(text));
    for (String part :
        List.of("-----BEGIN A", "AA11 AAAA ", "a.", "eyJaaaaa.", "Cookie:", "a_pass")) {
      assertThat(Duration.ofSeconds(20)).as(part).isGreaterThan(timed(part.repeat(5_000)));
    }
  }

  private Duration timed(String text) {
    long start = System.nanoTime();
    redaction.apply(text);
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
