package dev.baton.spi.core;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the ready tasks of a bucket, in the order in which they should start. Thread-safe. */
public interface ReadyTasks {

  /**
   * Returns the first ready task of each flow of the bucket at each priority, in the order of flows
   * and priorities, after the flow and priority of the given task. Each result costs one index
   * seek, even if the flow has many tasks.
   */
  List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit);

  /**
   * Returns the ready tasks of the bucket flow by flow: in the order of flows, priorities, arrival
   * and ids, after all tasks with the flow and priority of the given task. The tasks of a short
   * flow are next to each other, so reading all of them costs little more than reading the first.
   */
  List<Candidate> scan(String bucket, @Nullable Candidate after, int limit);

  /**
   * Returns the first ready tasks of each requested flow, sorted by priority, arrival and id, at
   * most {@code limit} for each flow. Within each priority, the result begins at the place that the
   * request contains. All flows must be different.
   */
  List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit);

  /**
   * A place among the ready tasks of one flow and priority. They are ordered by arrival, then by id
   * as an unsigned number.
   */
  record ReadyPlace(Instant arrivedAt, UUID id) implements Comparable<ReadyPlace> {
    private static final UUID MIN_ID = new UUID(0, 0);

    /** Returns the place before all tasks that arrived at this time or later. */
    public static ReadyPlace before(Instant arrival) {
      return new ReadyPlace(arrival, MIN_ID);
    }

    /** Returns the place of a task. */
    public static ReadyPlace of(Candidate task) {
      return new ReadyPlace(task.arrivedAt(), task.id());
    }

    /** Returns whether this place is that of a task, and not only a time. */
    public boolean isOfATask() {
      return !id.equals(MIN_ID);
    }

    @Override
    public int compareTo(ReadyPlace other) {
      int byArrival = arrivedAt.compareTo(other.arrivedAt);
      return byArrival != 0 ? byArrival : IdOrder.BY_BYTES.compare(id, other.id);
    }
  }

  /**
   * A fetch of one flow.
   *
   * @param from the place of the first requested task of each priority; for priorities without a
   *     place, all tasks are requested. With a place, the store reads no tasks again that the node
   *     already knows, and no dead index entries that the database couldn't remove yet
   * @param share the requested part of the flow's tasks
   */
  record FetchRequest(Flow flow, Map<Integer, ReadyPlace> from, Share share) {
    public FetchRequest {
      from = Collections.unmodifiableMap(new TreeMap<>(from));
    }

    /** Returns whether this task of the flow is at or after the requested place of its priority. */
    public boolean wants(Candidate task) {
      ReadyPlace first = from.get(task.priority());
      return first == null || ReadyPlace.of(task).compareTo(first) >= 0;
    }

    /** Returns a fetch of all ready tasks of the flow. */
    public static FetchRequest all(Flow flow) {
      return new FetchRequest(flow, Map.of(), Share.WHOLE);
    }
  }

  /**
   * One of several parts of a flow's tasks. The store derives the part of a task from the task's
   * id, in the same way on every node. Every task is in exactly one part, and all parts have about
   * the same size.
   *
   * @param part 0 to {@code parts} - 1
   * @param parts 1 to {@link #MAX_PARTS}
   */
  record Share(int part, int parts) {
    /** Largest number of parts. */
    public static final int MAX_PARTS = 16;

    /** All tasks. */
    public static final Share WHOLE = new Share(0, 1);

    public Share {
      if (parts < 1 || parts > MAX_PARTS || part < 0 || part >= parts) {
        throw new IllegalArgumentException("There is no part " + part + " of " + parts);
      }
    }

    /** Returns whether the part contains all tasks. */
    public boolean isWhole() {
      return parts == 1;
    }
  }
}
