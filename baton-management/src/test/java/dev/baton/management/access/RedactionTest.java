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
            List.of("card 4111-1111-1111-1111", "card [redacted]"))) {
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
            "http://host:8080/path")) {
      assertThat(redaction.apply(text)).isEqualTo(text);
    }
  }

  @Test
  void aLongTextIsReadInNoTime() {
    String text = "password".repeat(1_000) + " ".repeat(1_000) + "1 ".repeat(1_000) + "://a:b";
    assertThat(Duration.ofSeconds(20)).isGreaterThan(timed(text));
  }

  private Duration timed(String text) {
    long start = System.nanoTime();
    redaction.apply(text);
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
