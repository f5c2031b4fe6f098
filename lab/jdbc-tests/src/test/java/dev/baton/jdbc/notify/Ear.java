package dev.baton.jdbc.notify;

import dev.baton.spi.TriggerChannel;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A receiver that records what it receives. Thread-safe. */
final class Ear implements TriggerChannel.Receiver {
  private final Queue<Candidate> heard = new ConcurrentLinkedQueue<>();
  private final AtomicInteger missed = new AtomicInteger();

  @Override
  public void ready(List<Candidate> ready) {
    heard.addAll(ready);
  }

  @Override
  public void missedSome() {
    missed.incrementAndGet();
  }

  /** Returns how often it got a call to look. */
  int looks() {
    return missed.get();
  }

  int count() {
    return heard.size();
  }

  boolean hasHeard(Candidate hint) {
    return heard.contains(hint);
  }

  void awaitHint(Candidate hint) {
    Waiting.until("hint " + hint, () -> hasHeard(hint));
  }

  static Candidate hint(String bucket, int number) {
    return new Candidate(
        new UUID(number, 7), 1, bucket, new Flow("T", "k" + number), 5, Instant.EPOCH);
  }

  static Candidate hint(int number) {
    return hint("default", number);
  }
}
