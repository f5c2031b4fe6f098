package dev.baton.engine.dispatch;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The types with more flows to pull than the look-ahead table has room for. Their flows with a key
 * are pulled as if they were one, in the order in which their tasks run: to seek each flow for some
 * of its tasks costs the store more than the tasks do. Beside that a flow is pulled by itself where
 * some of its tasks found no room, or were passed over.
 */
final class ManyFlows {
  private final int most;
  private final int low;
  private final Set<TypeQueue> types = new LinkedHashSet<>();

  /**
   * @param most flows of a type that are worth a pull and pulled one by one
   * @param low a type is read on when its open flows have so few candidates
   */
  ManyFlows(int most, int low) {
    this.most = most;
    this.low = low;
  }

  /** Whether the type's flows are too many from now on, and weren't before. */
  boolean begins(TypeQueue type) {
    boolean begins = !type.asOne && type.hungryFlows > most;
    if (begins) {
      mayHaveMore(type, false);
    }
    return begins;
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
  }

  /** A pull is over. Where nothing is left the flows are read one by one again. */
  void pulled(TypeQueue type, boolean more) {
    type.mayHaveMore |= more;
    if (!type.mayHaveMore) {
      type.asOne = false;
      types.remove(type);
    }
  }

  /** Reads the flows of this type one by one again. */
  void drop(TypeQueue type) {
    type.mayHaveMore = false;
    pulled(type, false);
  }

  boolean isEmpty() {
    return types.isEmpty();
  }

  /** The one worth a pull whose head comes first. */
  Optional<TypeQueue> hungry() {
    return allHungry().min(Comparator.comparingLong(TypeQueue::headRank));
  }

  boolean isHungry() {
    return !types.isEmpty() && allHungry().findAny().isPresent();
  }

  private Stream<TypeQueue> allHungry() {
    return types.stream().filter(this::isHungry);
  }

  private boolean isHungry(TypeQueue type) {
    int enough = type.refusedFrom < 0 ? low : 0;
    return type.mayHaveMore && (type.behind || type.open() <= enough);
  }
}
