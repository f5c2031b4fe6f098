package dev.baton.monitoring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.crypto.EncryptedCodec;
import dev.baton.crypto.KeyRing;
import dev.baton.crypto.PayloadKey;
import dev.baton.crypto.PayloadKeys;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.json.JacksonCodec;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.TaskContent;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.test.TestBaton;
import dev.baton.test.TestTask;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests tasks with encrypted payloads. */
final class EncryptedTasksTest {
  private static final PayloadKey OLD = PayloadKey.of("old", new byte[32]);
  private static final PayloadKey NEW = PayloadKey.of("new", "0123456789abcdef".getBytes(UTF_8));

  /** Public for Jackson. */
  public record Card(String number) {}

  /** Keys that change while the service runs. */
  private static final class Keys implements PayloadKeys {
    private volatile KeyRing ring = KeyRing.of(OLD);
    private volatile boolean away;

    @Override
    public PayloadKey current() {
      return ring.current();
    }

    @Override
    public @Nullable PayloadKey find(String id) {
      if (away) {
        throw new StoreUnavailableException("The key service is away", null);
      }
      return ring.find(id);
    }
  }

  private final Keys keys = new Keys();
  private final TaskType<Card, Card> charge =
      TaskType.of("CHARGE", Card.class, Card.class)
          .codec(EncryptedCodec.of("CHARGE", new JacksonCodec(), keys));

  private TestBaton cluster() {
    return TestBaton.inMemory()
        .define(
            TaskDefinition.of(charge)
                .handler((card, attempt) -> card)
                .retry(Retry.fixed(Duration.ofSeconds(1)).maxAttempts(5))
                .keepDone(Duration.ofDays(1)))
        .start();
  }

  @Test
  void payloadAndResultAreEncryptedWhereTheyAreStored() {
    try (TestBaton cluster = cluster()) {
      UUID id = cluster.add(charge, new Card("4242 4242"));
      assertThat(cluster.resultOf(charge, id)).isEqualTo(new Card("4242 4242"));
      TaskContent finished = cluster.task(id).content();
      assertThat(finished.payload().orElseThrow().toText()).doesNotContain("4242");
      assertThat(finished.result().orElseThrow().toText()).doesNotContain("4242");
    }
  }

  @Test
  void aKeyThatIsMissingIsWaitedForAndThenStopsTheTaskWithItsBytesKept() {
    try (TestBaton cluster = cluster()) {
      cluster.holdBack(charge);
      UUID id = cluster.add(charge, new Card("4242"));
      Bytes stored = cluster.task(id).content().payload().orElseThrow();
      keys.ring = KeyRing.of(NEW);
      cluster.letGo(charge);
      cluster.advance(Duration.ofMinutes(1));
      assertThat(cluster.task(id).status()).as("another node may have it").isEqualTo(Status.READY);
      cluster.advance(Duration.ofHours(2));
      TestTask stopped = cluster.task(id);
      assertThat(stopped.status()).isEqualTo(Status.ERROR);
      assertThat(stopped.attempts()).as("no handler ran").isZero();
      assertThat(stopped.content().payload()).contains(stored);
      assertThat(cluster.baton().operations().task(id).attempts().get(0).error())
          .contains("key 'old'", "retry");
      keys.ring = KeyRing.of(NEW).reads(OLD);
      assertThat(cluster.baton().operations().task(id).retry()).matches(ChangeResult::isDone);
      assertThat(cluster.resultOf(charge, id)).isEqualTo(new Card("4242"));
    }
  }

  @Test
  void whileKeysCannotBeHadTheTaskIsRetried() {
    try (TestBaton cluster = cluster()) {
      keys.away = true;
      UUID id = cluster.add(charge, new Card("4242"));
      cluster.drain();
      assertThat(cluster.task(id).status()).isEqualTo(Status.WAITING);
      keys.away = false;
      cluster.advance(Duration.ofMinutes(1));
      assertThat(cluster.task(id).status()).isEqualTo(Status.DONE);
    }
  }
}
