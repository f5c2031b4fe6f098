package dev.baton.handler;

import dev.baton.api.internal.StoredType;
import dev.baton.handler.internal.RawHandler;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Settings of a handler that processes many tasks of a type in one call. Use it if a partner system
 * has a bulk interface, or if one query is cheaper than many. Each task keeps its own lease,
 * attempts, retries and outcome; only the call is shared. Immutable; each method returns a changed
 * copy.
 *
 * <pre>{@code
 * TaskDefinition.of(MAIL)
 *     .chunks(Chunks.of(100).linger(Duration.ofMillis(50)), items -> {
 *       List<Answer> answers = partner.send(items.stream().map(ChunkItem::payload).toList());
 *       for (int i = 0; i < items.size(); i++) {
 *         items.get(i).done(answers.get(i).number());
 *       }
 *     });
 * }</pre>
 *
 * <p>A node gathers the tasks that it claims until the chunk is full or the first task has waited
 * for {@link #linger}. A gathered task is already RUNNING: it has a slot and a lease, and the time
 * until its deadline runs. Therefore a chunk can't become larger than the limits of the type allow.
 * The handler runs on a thread that belongs to none of the tasks. Tasks that it adds with {@code
 * Baton.tasks()} have no parent.
 *
 * <p>When the handler returns, the tasks whose outcome it hasn't set are DONE. If it throws, the
 * attempts of these tasks fail with that error. If a task is cancelled, loses its lease or passes
 * its deadline while the handler runs, only the attempt of that task ends. When this has happened
 * to all tasks without an outcome, Baton interrupts the handler's thread.
 */
public final class Chunks {
  /** Largest number of tasks in one chunk. */
  public static final int MAX_SIZE = 10_000;

  /** Longest wait for more tasks. */
  public static final Duration MAX_LINGER = Duration.ofMinutes(1);

  private final int size;
  private final Duration linger;
  private final boolean byKey;

  private Chunks(int size, Duration linger, boolean byKey) {
    this.size = size;
    this.linger = linger;
    this.byKey = byKey;
  }

  /**
   * Returns chunks of at most {@code size} tasks. Baton calls the handler when the chunk is full,
   * or 50 ms after its first task.
   *
   * @param size 1 to 10,000
   */
  public static Chunks of(int size) {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "The size of a chunk must be 1 to " + MAX_SIZE + " tasks, not " + size);
    }
    return new Chunks(size, Duration.ofMillis(50), false);
  }

  /** Sets how long the first task of a chunk waits for others: zero to 1 minute. */
  public Chunks linger(Duration longest) {
    if (longest.isNegative() || longest.compareTo(MAX_LINGER) > 0) {
      throw new IllegalArgumentException(
          "The linger of a chunk must be 0 to "
              + MAX_LINGER.toSeconds()
              + " seconds, not "
              + Texts.duration(longest));
    }
    return new Chunks(size, longest, byKey);
  }

  /** Puts only tasks with the same key into one chunk. */
  public Chunks byKey() {
    return new Chunks(size, linger, true);
  }

  int size() {
    return size;
  }

  <P, R> RawHandler.Chunked gathering(
      StoredType<P, R> type, TaskDefinition.ChunkHandler<P, R> handler) {
    return new Gathering<>(this, type, handler);
  }

  /** The handler of chunks that the engine calls. */
  private record Gathering<P, R>(
      Chunks chunks, StoredType<P, R> type, TaskDefinition.ChunkHandler<P, R> handler)
      implements RawHandler.Chunked {

    @Override
    public int size() {
      return chunks.size;
    }

    @Override
    public Duration linger() {
      return chunks.linger;
    }

    @Override
    public String group(Attempt attempt) {
      return chunks.byKey ? attempt.key() : "";
    }

    @Override
    public Gathered<P, R> member(Attempt attempt) {
      return new Gathered<>(
          new ChunkItem<>(
              type, attempt, type.payload(attempt.payload(), RowAttempt.traits(attempt))));
    }

    @Override
    @SuppressWarnings("unchecked") // all members come from member(Attempt)
    public void handle(List<Member> members) throws Exception {
      handler.handle(members.stream().map(member -> ((Gathered<P, R>) member).item()).toList());
    }
  }

  private record Gathered<P, R>(ChunkItem<P, R> item) implements RawHandler.Chunked.Member {
    @Override
    public CompletableFuture<Outcome<?>> end() {
      return item.ended();
    }
  }
}
