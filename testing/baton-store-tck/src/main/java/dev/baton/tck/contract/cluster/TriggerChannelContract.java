package dev.baton.tck.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.spi.TriggerChannel;
import dev.baton.spi.TriggerChannel.CompletionNotice;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract of every trigger channel: it delivers hints in normal operation, and its failures
 * affect no other node.
 */
public abstract class TriggerChannelContract {
  private static final List<String> BUCKETS = List.of("b-1", "default");

  /**
   * Creates a channel for one more node. It isn't open yet and is connected with the other channels
   * of this test.
   */
  protected abstract TriggerChannel channel() throws Exception;

  /** Returns how long a hint may take in normal operation. */
  protected Duration patience() {
    return Duration.ofSeconds(30);
  }

  @Test
  void aHintReachesEveryOtherNodeAsItWas() throws Exception {
    try (TriggerChannel from = channel();
        TriggerChannel to = channel();
        TriggerChannel alsoTo = channel()) {
      BlockingQueue<Candidate> received = receive(to);
      BlockingQueue<Candidate> alsoReceived = receive(alsoTo);
      from.open(BUCKETS, hints -> {});
      Candidate odd =
          new Candidate(
              UUID.randomUUID(),
              Long.MAX_VALUE,
              "b-1",
              new Flow("T;|\"'ü", "漢 😀, x=y"),
              9,
              Instant.parse("2026-01-02T03:04:05.678901Z"));
      from.publish(List.of(odd, hint(2)));
      assertThat(next(received, 2)).containsExactlyInAnyOrder(odd, hint(2));
      assertThat(next(alsoReceived, 2)).containsExactlyInAnyOrder(odd, hint(2));
    }
  }

  @Test
  void aNodeThatRunsNothingPublishesAllTheSame() throws Exception {
    try (TriggerChannel from = channel();
        TriggerChannel to = channel()) {
      BlockingQueue<Candidate> received = receive(to);
      from.open(List.of(), hints -> {});
      from.publish(List.of(hint(1)));
      assertThat(next(received, 1)).containsExactly(hint(1));
    }
  }

  @Test
  void nodesHintEachOtherBothWays() throws Exception {
    try (TriggerChannel one = channel();
        TriggerChannel other = channel()) {
      BlockingQueue<Candidate> atOne = receive(one);
      BlockingQueue<Candidate> atOther = receive(other);
      one.publish(List.of(hint(1)));
      assertThat(next(atOther, 1)).containsExactly(hint(1));
      other.publish(List.of(hint(2)));
      awaitHint(atOne, hint(2));
    }
  }

  @Test
  void aThousandHintsAtOnceArrive() throws Exception {
    try (TriggerChannel from = channel();
        TriggerChannel to = channel()) {
      BlockingQueue<Candidate> received = receive(to);
      from.open(BUCKETS, hints -> {});
      List<Candidate> hints = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        hints.add(hint(i));
      }
      from.publish(hints);
      assertThat(next(received, 1_000)).isEqualTo(new HashSet<>(hints));
    }
  }

  @Test
  void newsOfEndsReachesEveryOtherNodeAndClientsToo() throws Exception {
    assumeTrue(carriesEnds(), "this channel carries none");
    try (TriggerChannel from = channel();
        TriggerChannel client = channel();
        TriggerChannel server = channel()) {
      BlockingQueue<CompletionNotice> atClient = new LinkedBlockingQueue<>();
      BlockingQueue<CompletionNotice> atServer = new LinkedBlockingQueue<>();
      client.open(List.of(), new EndsOnly(atClient));
      server.open(BUCKETS, new EndsOnly(atServer));
      from.open(BUCKETS, hints -> {});
      List<UUID> many = Stream.generate(UUID::randomUUID).limit(1_000).toList();
      for (CompletionNotice.Kind kind : CompletionNotice.Kind.values()) {
        from.publish(new CompletionNotice(kind, many));
        for (BlockingQueue<CompletionNotice> received : List.of(atClient, atServer)) {
          Set<UUID> tasks = new HashSet<>();
          while (tasks.size() < many.size()) {
            CompletionNotice next = received.poll(patience().toMillis(), TimeUnit.MILLISECONDS);
            assertThat(next).as("more of %s after %d", kind, tasks.size()).isNotNull();
            assertThat(next.kind()).isEqualTo(kind);
            tasks.addAll(next.tasks());
          }
          assertThat(tasks).containsExactlyInAnyOrderElementsOf(many);
        }
      }
    }
  }

  /** Returns whether the channel transports {@link CompletionNotice}. */
  protected boolean carriesEnds() {
    return true;
  }

  private record EndsOnly(BlockingQueue<CompletionNotice> received)
      implements TriggerChannel.Receiver {
    @Override
    public void ready(List<Candidate> ready) {}

    @Override
    public void noticed(CompletionNotice notice) {
      received.add(notice);
    }
  }

  @Test
  void aReceiverThatThrowsStillGetsTheNextHint() throws Exception {
    try (TriggerChannel from = channel();
        TriggerChannel to = channel()) {
      BlockingQueue<Candidate> received = new LinkedBlockingQueue<>();
      to.open(
          BUCKETS,
          hints -> {
            received.addAll(hints);
            throw new IllegalStateException("a broken receiver");
          });
      from.open(BUCKETS, hints -> {});
      from.publish(List.of(hint(1)));
      assertThat(next(received, 1)).containsExactly(hint(1));
      from.publish(List.of(hint(2)));
      awaitHint(received, hint(2));
    }
  }

  @Test
  void publishingNeverThrowsWithNobodyThereOrAfterTheEnd() throws Exception {
    TriggerChannel alone = channel();
    alone.open(BUCKETS, hints -> {});
    alone.publish(List.of(hint(1)));
    alone.publish(List.of());
    alone.close();
    alone.publish(List.of(hint(2)));
    alone.close();
    TriggerChannel neverOpened = channel();
    neverOpened.publish(List.of(hint(3)));
    neverOpened.close();
  }

  @Test
  void aClosedNodeHindersNobody() throws Exception {
    try (TriggerChannel from = channel();
        TriggerChannel to = channel()) {
      TriggerChannel gone = channel();
      BlockingQueue<Candidate> atGone = receive(gone);
      BlockingQueue<Candidate> received = receive(to);
      from.open(BUCKETS, hints -> {});
      gone.close();
      from.publish(List.of(hint(1)));
      assertThat(next(received, 1)).containsExactly(hint(1));
      assertThat(atGone).isEmpty();
    }
  }

  private static BlockingQueue<Candidate> receive(TriggerChannel channel) {
    BlockingQueue<Candidate> received = new LinkedBlockingQueue<>();
    channel.open(BUCKETS, received::addAll);
    return received;
  }

  /** Returns this number of different hints; duplicates are allowed. */
  private Set<Candidate> next(BlockingQueue<Candidate> received, int count) throws Exception {
    Set<Candidate> hints = new HashSet<>();
    while (hints.size() < count) {
      @Nullable Candidate hint = received.poll(patience().toMillis(), TimeUnit.MILLISECONDS);
      assertThat(hint).as("hint %s of %s", hints.size() + 1, count).isNotNull();
      hints.add(hint);
    }
    return hints;
  }

  /** Waits for this hint and skips late duplicates before it. */
  private void awaitHint(BlockingQueue<Candidate> received, Candidate expected) throws Exception {
    Candidate hint;
    do {
      hint = received.poll(patience().toMillis(), TimeUnit.MILLISECONDS);
    } while (hint != null && !hint.equals(expected));
    assertThat(hint).isEqualTo(expected);
  }

  private static Candidate hint(int number) {
    return new Candidate(
        new UUID(number, 1),
        number + 1L,
        "default",
        new Flow("T", "k" + number),
        number % 10,
        Instant.parse("2026-01-01T00:00:00Z").plusSeconds(number));
  }
}
