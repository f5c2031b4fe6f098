package dev.baton.api.chunk;

import dev.baton.api.Attempt;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskHandler;
import dev.baton.api.TaskType;
import dev.baton.api.limit.Limit;
import java.time.Duration;
import java.util.List;

/**
 * One call of a handler for many tasks of a type: for a partner with a bulk interface, or a
 * database that is better asked once. Each task is added, claimed, leased, counted, retried and
 * ended as a task of its own; only the call is common. Immutable; each method answers a changed
 * copy.
 *
 * <pre>{@code
 * TaskDefinition definition =
 *     Chunks.of(MAIL).size(100).linger(Duration.ofMillis(50)).handledBy(items -> {
 *       List<Answer> answers = partner.send(items.stream().map(ChunkItem::payload).toList());
 *       for (int i = 0; i < items.size(); i++) {
 *         items.get(i).done(answers.get(i).number());
 *       }
 *     });
 * }</pre>
 *
 * <p>Tasks that start on a node are gathered until there are {@link #size} of them, or the first
 * has waited for {@link #linger}. A task that is gathered is RUNNING: it has its slot and its
 * lease, and its deadline runs. So the limits of the type bound its chunks. The handler is called
 * on a thread of its own, outside of any task: what it adds has no parent.
 *
 * <p>When the handler returns, the tasks whose end it hasn't said are done. When it throws, they
 * fail with that. A task that is cancelled or lost meanwhile, or whose deadline is over, ends by
 * itself; the others aren't touched. The thread is interrupted when that is so of all tasks whose
 * end hasn't been said.
 */
public final class Chunks<P, R> {
  /** The most tasks of one chunk. */
  public static final int MAX_SIZE = 10_000;

  /** The longest wait for more tasks. */
  public static final Duration MAX_LINGER = Duration.ofMinutes(1);

  private final TaskType<P, R> type;
  private final int size;
  private final Duration linger;
  private final boolean byKey;

  /** Works on many tasks, and says how each of them ended. */
  @FunctionalInterface
  public interface Handler<P, R> {
    void handle(List<ChunkItem<P, R>> items) throws Exception;
  }

  private Chunks(TaskType<P, R> type, int size, Duration linger, boolean byKey) {
    this.type = type;
    this.size = size;
    this.linger = linger;
    this.byKey = byKey;
  }

  /** Chunks of tasks of this type: of 100, or what has come within 50 ms. */
  public static <P, R> Chunks<P, R> of(TaskType<P, R> type) {
    return new Chunks<>(type, 100, Duration.ofMillis(50), false);
  }

  /** So many tasks at the most, 1 to {@link #MAX_SIZE}. */
  public Chunks<P, R> size(int most) {
    if (most < 1 || most > MAX_SIZE) {
      throw new IllegalArgumentException("A chunk has 1 to " + MAX_SIZE + " tasks, not " + most);
    }
    return new Chunks<>(type, most, linger, byKey);
  }

  /** The first task waits so long for others at the most, zero to {@link #MAX_LINGER}. */
  public Chunks<P, R> linger(Duration longest) {
    if (longest.isNegative() || longest.compareTo(MAX_LINGER) > 0) {
      throw new IllegalArgumentException(
          "A chunk waits for zero to " + MAX_LINGER.toSeconds() + " seconds, not " + longest);
    }
    return new Chunks<>(type, size, longest, byKey);
  }

  /** A chunk has tasks of one key only. */
  public Chunks<P, R> byKey() {
    return new Chunks<>(type, size, linger, true);
  }

  /**
   * Tasks of the type are run by this handler. Unless the definition is given another limit, a node
   * runs two chunks of them: one is handled, the other gathered.
   */
  public TaskDefinition handledBy(Handler<P, R> handler) {
    return TaskDefinition.chunked(type, new Gathered<>(this, handler)).limits(Limit.node(2 * size));
  }

  /** What the engine is given. */
  private static final class Gathered<P, R> implements TaskHandler.Chunked<ChunkItem<P, R>> {
    private final Chunks<P, R> chunks;
    private final Handler<P, R> handler;

    Gathered(Chunks<P, R> chunks, Handler<P, R> handler) {
      this.chunks = chunks;
      this.handler = handler;
    }

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
    public ChunkItem<P, R> member(Attempt attempt) {
      P payload = chunks.type.payloadOf(attempt.payload(), attempt.traits());
      return new ChunkItem<>(chunks.type, attempt, payload);
    }

    @Override
    public void handle(List<ChunkItem<P, R>> items) throws Exception {
      handler.handle(items);
    }
  }
}
