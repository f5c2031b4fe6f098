package dev.baton.engine.dispatch;

import dev.baton.task.KeyedFlows;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The types with more flows to pull than the look-ahead table has room for. Their flows with a key
 * are pulled as if they were one, in the order in which their tasks run: to seek each flow for some
 * of its tasks costs the store more than the tasks do. Beside that a flow is pulled by itself where
 * some of its tasks found no room, or were passed over. Owned by the bucket's dispatcher, not
 * thread-safe.
 */
final class ManyFlows {
  /** How long flows are read one by one where most of what was read of all found no room. */
  private static final Duration APART = Duration.ofSeconds(10);

  private final int most;
  private final int low;
  private final LongSupplier nanoTime;
  private final Consumer<KeyedFlows> begun;

  /** Who was pulled last stands last. */
  private final Set<TypeQueue> types = new LinkedHashSet<>();

  private boolean gaveUp;

  /**
   * @param most flows of a type that are worth a pull and pulled one by one
   * @param low a type is read on when its open flows have so few candidates
   * @param nanoTime the monotonic clock
   * @param begun told which are to be read from their beginning
   */
  ManyFlows(int most, int low, LongSupplier nanoTime, Consumer<KeyedFlows> begun) {
    this.most = most;
    this.low = low;
    this.nanoTime = nanoTime;
    this.begun = begun;
  }

  /** Where the store can't read so. */
  static ManyFlows none() {
    return new ManyFlows(Integer.MAX_VALUE, 0, () -> 0, keyed -> {});
  }

  /** Whether the type's flows are too many: then all are read from the beginning. */
  boolean begins(TypeQueue type) {
    if (type.hungryFlows <= most) {
      return false;
    }
    if (type.isApart && nanoTime.getAsLong() - type.apartSince < APART.toNanos()) {
      return false;
    }
    type.isApart = false;
    begun.accept(type.keyed());
    mayHaveMore(type, false);
    return true;
  }

  /**
   * @param behind whether the database has tasks that go before what was read
   */
  void mayHaveMore(TypeQueue type, boolean behind) {
    type.asOne = true;
    type.mayHaveMore = true;
    type.behind |= behind;
    types.add(type);
  }

  /** A pull begins, and will tell whether the database has more. */
  void pulling(TypeQueue type) {
    type.mayHaveMore = false;
    type.behind = false;
    types.remove(type);
    types.add(type);
  }

  /** A pull is over. Where nothing is left the flows are read one by one again. */
  void pulled(TypeQueue type, boolean more) {
    if (more) {
      mayHaveMore(type, false);
    } else if (!type.mayHaveMore) {
      drop(type);
    }
  }

  /**
   * Most of what was read may not run, or has no room: the tasks of a slow key, or a paused one,
   * stand before all others. They are passed over flow by flow.
   */
  void giveUp(TypeQueue type) {
    drop(type);
    type.isApart = true;
    type.apartSince = nanoTime.getAsLong();
    gaveUp = true;
  }

  /** Whether flows must be looked at that were left to a pull; once. */
  boolean takeGaveUp() {
    boolean answer = gaveUp;
    gaveUp = false;
    return answer;
  }

  /** Reads the flows of this type one by one again. */
  void drop(TypeQueue type) {
    type.asOne = false;
    type.mayHaveMore = false;
    type.behind = false;
    types.remove(type);
  }

  boolean isEmpty() {
    return types.isEmpty();
  }

  /** One that is worth a pull, by turns; none where there is none. */
  List<KeyedFlows> hungry() {
    return allHungry().limit(1).map(TypeQueue::keyed).toList();
  }

  boolean isHungry() {
    return allHungry().findAny().isPresent();
  }

  private Stream<TypeQueue> allHungry() {
    return types.stream().filter(this::isHungry);
  }

  private boolean isHungry(TypeQueue type) {
    int enough = type.refusedFrom < 0 ? low : 0;
    return type.mayHaveMore && (type.behind || type.open() <= enough);
  }
}
