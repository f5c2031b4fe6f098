package dev.baton.jdbc.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {
  private static final String SENDER = "s1";

  @Test
  void payloadIsReadAsWritten() {
    Random random = new Random(7);
    List<Candidate> hints = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      hints.add(any(random));
    }
    List<Candidate> read = new ArrayList<>();
    for (String payload : Payload.of(SENDER, "b\t\\ü", hints)) {
      assertThat(payload.getBytes(StandardCharsets.UTF_8))
          .hasSizeLessThanOrEqualTo(Payload.MAX_BYTES);
      Message message = Payload.read(payload).orElseThrow();
      assertThat(message.sender()).isEqualTo(SENDER);
      assertThat(message.saysLook()).isFalse();
      read.addAll(message.hints());
    }
    assertThat(read).isEqualTo(hints);
  }

  /** Follows docs/other-languages.md, for adds in SQL. */
  @Test
  void sqlMaySendACallToLook() {
    String documented = "SELECT pg_notify('baton_public', E'baton1\\tmy-service\\tdefault')";
    assertThat(Path.of("../..", "docs", "other-languages.md")).content().contains(documented);
    assertThat(Namespace.named("public")).isEqualTo("baton_public");
    Message look = Payload.read("baton1\tmy-service\tdefault").orElseThrow();
    assertThat(look.saysLook()).isTrue();
    assertThat(look.bucket()).isEqualTo("default");
  }

  @Test
  void aHundredPlainHintsFitIntoOneNotification() {
    List<Candidate> hints = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Instant arrived = Instant.parse("2026-01-01T00:00:00.123456Z").plusMillis(i);
      hints.add(
          new Candidate(
              UUID.randomUUID(), 1, "default", new Flow("SEND_MAIL", "p" + i), 5, arrived));
    }
    assertThat(Payload.of(SENDER, "default", hints)).hasSize(1);
  }

  @Test
  void aHintTooLongForAnyNotificationIsNotWritten() {
    Flow flow = new Flow("T", "漢".repeat(2_000));
    Candidate huge = new Candidate(UUID.randomUUID(), 1, "default", flow, 5, Instant.EPOCH);
    assertThat(Payload.of(SENDER, "default", List.of(huge))).isEmpty();
  }

  @Test
  void callToLookNamesOnlyTheBucket() {
    Message message = Payload.read(Payload.look(SENDER, "b-1")).orElseThrow();
    assertThat(message).isEqualTo(new Message(SENDER, "b-1", List.of()));
    assertThat(message.saysLook()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "baton1",
        "baton1\ts",
        "baton2\ts\tb",
        "baton1\ts\tb\\00",
        "baton1\ts\tb\\zzzz",
        "baton1\ts\tb\textra",
        "baton1\ts\tb\n",
        "baton1\ts\tb\nx",
        "baton1\ts\tb\nAAAA\t1\t1\t1\t1\tT\tk",
        "baton1\ts\tb\nAAAAAAAAAAAAAAAAAAAAAA\t1\t1\tzzzzzzzzzzzzzzzzz\t1\tT\tk",
        "baton1\ts\tb\nAAAAAAAAAAAAAAAAAAAAAA\t1\t1\t1y2p0ij32e8e7\t0\tT\tk",
        "baton1\ts\tb\nAAAAAAAAAAAAAAAAAAAAAA\t1\t1\t1\t1\tT",
        // No task has such a priority, version, type or key; it would come before all others.
        "baton1\ts\tb\nAAAAAAAAAAAAAAAAAAAAAA\t1\t-1\t1\t1\tT\tk",
        "baton1\ts\tb\nAAAAAAAAAAAAAAAAAAAAAA\t1\ta\t1\t1\tT\tk",
        "baton1\ts\tb\nAAAAAAAAAAAAAAAAAAAAAA\t0\t1\t1\t1\tT\tk",
        "baton1\ts\tb\nAAAAAAAAAAAAAAAAAAAAAA\t-1\t1\t1\t1\tT\tk",
        "baton1\ts\tb\nAAAAAAAAAAAAAAAAAAAAAA\t1\t1\t1\t1\t\tk",
      })
  void whatIsNoMessageIsTold(String payload) {
    assertThat(Payload.read(payload)).isEmpty();
  }

  @Test
  void everySchemaHasItsOwnChannel() {
    String long1 = "ü".repeat(30) + "1";
    String long2 = "ü".repeat(30) + "2";
    assertThat(Namespace.named("public")).isEqualTo("baton_public");
    assertThat(Namespace.named(long1)).isNotEqualTo(Namespace.named(long2));
    assertThat(Namespace.named(long1).getBytes(StandardCharsets.UTF_8))
        .hasSizeLessThanOrEqualTo(63);
  }

  private static Candidate any(Random random) {
    return new Candidate(
        new UUID(random.nextLong(), random.nextLong()),
        random.nextLong() >>> 1,
        "b\t\\ü",
        new Flow("T" + anyText(random), anyText(random)),
        random.nextInt(10),
        Instant.ofEpochSecond(random.nextLong() >> 32, random.nextInt(1_000_000_000)));
  }

  private static String anyText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      text.append((char) (random.nextInt(4) == 0 ? random.nextInt(0x10000) : random.nextInt(128)));
    }
    return text.toString();
  }
}
