package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HintFormatTest {
  private static final UUID SENDER = new UUID(1, 2);

  @Test
  void hintsAreReadAsWritten() {
    List<Candidate> hints =
        List.of(
            candidate(new UUID(3, 4), 1, 0, Instant.EPOCH),
            candidate(new UUID(-1, -1), Long.MAX_VALUE, 9, Instant.MAX),
            candidate(new UUID(0, 0), 2, 5, Instant.MIN),
            candidate(new UUID(5, 6), 300, 1, Instant.parse("1969-12-31T23:59:59.000000001Z")));

    assertThat(HintFormat.read(HintFormat.hints(SENDER, hints)))
        .contains(new HintRecord(SENDER, "b;ü 漢 😀", hints));
  }

  @Test
  void recordWithoutHintsRequestsScan() {
    assertThat(HintFormat.read(HintFormat.look(SENDER, "b")))
        .contains(new HintRecord(SENDER, "b", List.of()));
  }

  @Test
  void largestRecordIsFarBelowTheBrokersLimit() {
    Candidate large = candidate(new UUID(9, 9), Long.MAX_VALUE, 9, Instant.MAX);
    byte[] bytes =
        HintFormat.hints(SENDER, new ArrayList<>(java.util.Collections.nCopies(500, large)));

    assertThat(bytes.length).isLessThan(25_000);
    assertThat(HintFormat.read(bytes).orElseThrow().hints()).hasSize(500);
  }

  @Test
  void typicalHintTakesAboutThirtyBytes() {
    Candidate usual =
        candidate(UUID.randomUUID(), 3, 5, Instant.parse("2026-01-02T03:04:05.678901Z"));
    int one = HintFormat.hints(SENDER, List.of(usual)).length;
    int two = HintFormat.hints(SENDER, List.of(usual, usual)).length;

    assertThat(two - one).isLessThanOrEqualTo(30);
  }

  @Test
  void truncatedOrExtendedRecordIsNotRead() {
    byte[] bytes = HintFormat.hints(SENDER, List.of(candidate(SENDER, 1, 1, Instant.EPOCH)));
    for (int length = 0; length < bytes.length; length++) {
      assertThat(HintFormat.read(Arrays.copyOf(bytes, length))).isEmpty();
    }
    assertThat(HintFormat.read(Arrays.copyOf(bytes, bytes.length + 1))).isEmpty();
  }

  @Test
  void recordOfLaterVersionIsNotRead() {
    byte[] bytes = HintFormat.hints(SENDER, List.of(candidate(SENDER, 1, 1, Instant.EPOCH)));
    bytes[1] = 2;

    assertThat(HintFormat.read(bytes)).isEmpty();
  }

  /** Such a hint would come before all others, or would stay in memory. */
  @Test
  void impossibleHintIsNotRead() {
    Flow flow = new Flow("T", "k");
    for (Candidate impossible :
        List.of(
            new Candidate(SENDER, 1, "b", flow, 10, Instant.EPOCH),
            new Candidate(SENDER, 1, "b", flow, -1, Instant.EPOCH),
            new Candidate(SENDER, 0, "b", flow, 1, Instant.EPOCH),
            new Candidate(SENDER, -1, "b", flow, 1, Instant.EPOCH),
            new Candidate(SENDER, 1, "b", new Flow("", "k"), 1, Instant.EPOCH),
            new Candidate(SENDER, 1, "b", new Flow("T".repeat(251), "k"), 1, Instant.EPOCH),
            new Candidate(SENDER, 1, "b", new Flow("T", "k".repeat(201)), 1, Instant.EPOCH),
            new Candidate(SENDER, 1, "b".repeat(61), flow, 1, Instant.EPOCH))) {
      assertThat(HintFormat.read(HintFormat.hints(SENDER, List.of(impossible))))
          .as("%s", impossible)
          .isEmpty();
    }
  }

  @Test
  void brokenBytesNeverThrow() {
    Random random = new Random(42);
    byte[] good = HintFormat.hints(SENDER, List.of(candidate(SENDER, 1, 1, Instant.EPOCH)));
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = good.clone();
      for (int broken = random.nextInt(5); broken >= 0; broken--) {
        bytes[2 + random.nextInt(bytes.length - 2)] = (byte) random.nextInt();
      }
      assertThatCode(() -> HintFormat.read(bytes)).doesNotThrowAnyException();
    }
  }

  @Test
  void keyIdentifiesFlowOnEveryNode() {
    assertThat(HintFormat.key(new Flow("T", "k"))).isEqualTo(HintFormat.key(new Flow("T", "k")));
    assertThat(HintFormat.key(new Flow("T", "k"))).containsExactly(0, 0, 0x0A, 0x97);
  }

  private static Candidate candidate(UUID id, long version, int priority, Instant arrivedAt) {
    return new Candidate(id, version, "b;ü 漢 😀", new Flow("T|", "\u0000k"), priority, arrivedAt);
  }
}
