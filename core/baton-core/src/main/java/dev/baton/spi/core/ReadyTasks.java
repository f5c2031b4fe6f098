package dev.baton.spi.core;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the ready tasks of a bucket, in the order in which they are to start. Thread-safe. */
public interface ReadyTasks {

  /**
   * The first ready task of each flow of the bucket at each priority, in the order of flows and
   * priorities, after the place of the given one. One seek for each, however many are behind it.
   */
  List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit);

  /**
   * The ready tasks of the bucket flow by flow: in the order of flows, priorities, arrival and ids,
   * after all of the flow and priority of the given one. Those of a short flow stand next to each
   * other, so that all cost little more than its first.
   */
  List<Candidate> scan(String bucket, @Nullable Candidate after, int limit);

  /**
   * The first ready tasks of each given flow from its places on, by priority, arrival and id,
   * {@code limit} of each. The flows are different ones.
   */
  List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit);

  /**
   * A place among the ready tasks of one flow and priority: they stand by arrival, then by id, as
   * numbers without a sign.
   */
  record Place(Instant arrivedAt, UUID id) implements Comparable<Place> {
    private static final UUID MIN_ID = new UUID(0, 0);

    /** Before all that arrived at that time or later. */
    public static Place before(Instant arrival) {
      return new Place(arrival, MIN_ID);
    }

    /** The task's own. */
    public static Place of(Candidate task) {
      return new Place(task.arrivedAt(), task.id());
    }

    /** Whether it is a task's, and not only a time. */
    public boolean isOfATask() {
      return !id.equals(MIN_ID);
    }

    @Override
    public int compareTo(Place other) {
      int byArrival = arrivedAt.compareTo(other.arrivedAt);
      return byArrival != 0 ? byArrival : IdOrder.BY_BYTES.compare(id, other.id);
    }
  }

  /**
   * A fetch of one flow.
   *
   * @param from by priority, the place of the first task that is wanted; all are of a priority that
   *     isn't named. Saves reading again what is known and, where an old snapshot keeps dead rows
   *     in the index, walking over them again and again
   * @param share the part of the flow's tasks that is wanted
   */
  record FetchRequest(Flow flow, Map<Integer, Place> from, Share share) {
    public FetchRequest {
      from = Collections.unmodifiableMap(new TreeMap<>(from));
    }

    /** Whether the flow's task doesn't stand before where the fetch begins. */
    public boolean wants(Candidate task) {
      Place first = from.get(task.priority());
      return first == null || Place.of(task).compareTo(first) >= 0;
    }

    /** All of the flow's ready tasks. */
    public static FetchRequest all(Flow flow) {
      return new FetchRequest(flow, Map.of(), Share.WHOLE);
    }
  }

  /**
   * A part of many tasks, by their ids: every task is in exactly one of the parts, which are about
   * equally large. What puts it there is the store's own choice, the same on every node.
   *
   * @param part 0 to {@code parts} - 1
   * @param parts 1 to {@link #MAX_PARTS}
   */
  record Share(int part, int parts) {
    /** Parts that there may be. */
    public static final int MAX_PARTS = 16;

    /** All of them. */
    public static final Share WHOLE = new Share(0, 1);

    public Share {
      if (parts < 1 || parts > MAX_PARTS || part < 0 || part >= parts) {
        throw new IllegalArgumentException("There is no part " + part + " of " + parts);
      }
    }

    /** Whether it is all of them. */
    public boolean isWhole() {
      return parts == 1;
    }
  }
}
