package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("deep")
class NoBrokerTest {
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:1", "no-such-host.invalid:9092"})
  void channelWithoutBrokerLogsOnceAndBlocksNothing(String brokers) {
    Candidate hint =
        new Candidate(new UUID(1, 1), 1, "default", new Flow("T", ""), 5, Instant.EPOCH);
    KafkaTriggers channel = KafkaTriggers.builder(brokers).build();
    try (LogLines log = new LogLines()) {
      channel.open(List.of("default"), hints -> {});
      channel.publish(Collections.nCopies(20_000, hint));
      log.await("doesn't respond");
      Waiting.until("all are dropped", () -> channel.counts().dropped() == 20_000);
      channel.close();
      channel.publish(List.of(hint));

      assertThat(log.with("")).hasSize(1);
      assertThat(log.with("").get(0)).contains(brokers);
      assertThat(channel.counts()).isEqualTo(new KafkaTriggerCounts(0, 0, 20_000, 0));
    }
  }
}
