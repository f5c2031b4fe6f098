package dev.baton.tck.simulation;

import dev.baton.api.error.StoreException;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.WaitRow;
import dev.baton.cassandra.shard.Row;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.Stores;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Position.Counts;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.WaitState;
import dev.baton.tck.simulation.cassandra.Mutation;
import dev.baton.tck.simulation.cassandra.Servers;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The committed tasks at the servers. Each write is passed to the checkers. One write may contain
 * the requests of several threads of a node. The wrapped stores note which changes a person has
 * requested.
 */
final class CassandraRows implements CommittedRows {
  private static final int TASKS = 1;
  private static final int WAITS = 17;

  private final SimulatedCassandra database;
  private final Servers servers;

  /** The partition of each task that was ever written. */
  private final TreeMap<UUID, Mutation.Place> places = new TreeMap<>();

  /** The number of people who have requested a change of each task that may still be written. */
  private final Map<UUID, Integer> askedByPeople = new HashMap<>();

  private final SimulatedThread people = new SimulatedThread(-1, "people", null);
  private final SimulatedThread engine = new SimulatedThread(-2, "engine", null);
  private @Nullable History history;

  /** A task that the checkers see in place of the stored one. */
  private @Nullable Task between;

  CassandraRows(SimulatedCassandra database, Servers servers) {
    this.database = database;
    this.servers = servers;
  }

  void isToldTo(History some) {
    history = some;
    some.operator(people, true);
  }

  private History.Row read(UUID id) {
    if (between != null && between.id().equals(id)) {
      return new History.Row(between, null);
    }
    Mutation.Place place = places.get(id);
    Map<String, ByteBuffer> values = place == null ? null : servers.decided(place, key(TASKS, id));
    TaskRow row = values == null ? null : CassandraCanary.taskRow(id, values);
    if (row instanceof TaskRow.Live live) {
      return new History.Row(live.task(), null);
    }
    return row instanceof TaskRow.Finished end && end.isKept()
        ? new History.Row(null, end.task())
        : History.Row.GONE;
  }

  private static ByteBuffer key(int kind, UUID id) {
    return ByteBuffer.allocate(1 + 2 * Long.BYTES)
        .put((byte) kind)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .flip();
  }

  /** Passes a write that was decided for a node to the checkers. */
  void changed(SimulatedNode by, Mutation mutation) {
    List<UUID> ids = new ArrayList<>();
    for (Mutation.Part part : mutation.parts()) {
      ByteBuffer row =
          part instanceof Mutation.Write write
              ? write.row()
              : part instanceof Mutation.DeleteRow delete
                  ? delete.row()
                  : key(TASKS, new UUID(0, 0));
      CassandraCanary.taskId(row).filter(id -> !id.equals(new UUID(0, 0))).ifPresent(ids::add);
    }
    for (UUID id : ids) {
      places.put(id, mutation.place());
      Task ready = readyBetween(before(id).live(), read(id).live());
      if (ready != null) {
        between = ready;
        tell(by, id);
        between = null;
      }
      tell(by, id);
    }
  }

  private History.Row before(UUID id) {
    return Objects.requireNonNull(history).rows().getOrDefault(id, History.Row.GONE);
  }

  private void tell(SimulatedNode by, UUID id) {
    boolean byPeople = askedByPeople.getOrDefault(id, 0) > 0;
    Verb verb = verb(before(id), read(id), byPeople);
    SimulatedThread asker = byPeople ? people : engine;
    database.simulation().inTheNameOf(asker, () -> database.tellChanged(by, verb, id));
  }

  /**
   * Returns the state between a release and a claim that one write combines: the claim came by a
   * hint that was wrong until the release.
   */
  private static @Nullable Task readyBetween(@Nullable Task was, @Nullable Task is) {
    if (was == null || is == null || is.position().status() != Status.RUNNING) {
      return null;
    }
    Position held = is.position();
    boolean isTwoOn = held.version() == was.position().version() + 2;
    if (!isTwoOn || Objects.equals(held.owner(), was.position().owner())) {
      return null;
    }
    Counts counts = held.counts();
    return is.at(
        new Position(
            Status.READY,
            held.version() - 1,
            null,
            held.runAt(),
            held.nextEventAt(),
            new Counts(
                counts.attempts() - 1,
                counts.losses(),
                was.position().lossLimit(),
                counts.lastOutcome()),
            held.state(),
            held.data()));
  }

  /**
   * Returns the verb that makes such a change. Other checkers judge whether the change is allowed.
   */
  private static Verb verb(History.Row before, History.Row after, boolean byPeople) {
    Task was = before.live();
    Task is = after.live();
    if (is == null) {
      return was == null ? Verb.PRUNE : Verb.APPLY;
    }
    if (was == null) {
      return before.finished() == null ? Verb.COMMIT : Verb.RUN_AGAIN;
    }
    Position from = was.position();
    Position to = is.position();
    if (from.status() == Status.READY && to.status() == Status.RUNNING) {
      return Verb.CLAIM;
    }
    if (byPeople && from.status() == Status.RUNNING && to.version() > from.version()) {
      return Verb.COMMIT;
    }
    boolean isRenewal =
        to.status() == Status.RUNNING
            && from.version() == to.version()
            && !Objects.equals(from.nextEventAt(), to.nextEventAt())
            && Objects.equals(from.data(), to.data());
    return isRenewal ? Verb.RENEW : Verb.APPLY;
  }

  /** Wraps a node's stores to record their calls. */
  Stores.Wrapping overheard(SimulatedNode node) {
    return new Stores.Wrapping() {
      @Override
      public <S> S of(Class<S> seam, S store) {
        return seam.cast(
            Proxy.newProxyInstance(
                CassandraRows.class.getClassLoader(),
                new Class<?>[] {seam},
                (self, method, given) -> call(node, store, method, given)));
      }
    };
  }

  private @Nullable Object call(
      SimulatedNode node, Object store, Method method, Object @Nullable [] given) throws Throwable {
    node.require();
    foretell(node, method.getName(), given);
    boolean byPeople = history != null && history.isOperator(database.simulation().running());
    List<UUID> ids = byPeople && given != null ? ids(Arrays.asList(given)) : List.of();
    ids.forEach(id -> askedByPeople.merge(id, 1, Integer::sum));
    boolean unknown = false;
    try {
      return method.invoke(store, given);
    } catch (InvocationTargetException e) {
      // The write may still be applied.
      unknown = e.getCause() instanceof StoreException;
      throw e.getCause();
    } finally {
      if (!unknown && !node.isDead()) {
        ids.forEach(id -> askedByPeople.merge(id, -1, Integer::sum));
      }
    }
  }

  private void foretell(SimulatedNode node, String verb, Object @Nullable [] given) {
    if (given != null && verb.equals("claim")) {
      database.tellClaiming(
          node, ((List<?>) given[2]).stream().map(ClaimRequest.class::cast).toList());
    } else if (given != null && verb.equals("claimWithin")) {
      database.tellClaiming(
          node,
          ((List<?>) given[2])
              .stream().map(LimitedRequest.class::cast).map(LimitedRequest::request).toList());
    } else if (given != null && verb.equals("insert") && given[0] instanceof List<?> tasks) {
      database.tellAdding(tasks.stream().map(NewTask.class::cast).toList());
    } else if (given != null && verb.equals("renew")) {
      database.tellRenewing(
          node, ((List<?>) given[1]).stream().map(ClaimFence.class::cast).toList());
    }
  }

  /** Returns all ids in the given arguments, mostly ids of tasks. */
  private static List<UUID> ids(Collection<?> given) {
    List<UUID> ids = new ArrayList<>();
    for (Object each : given) {
      if (each instanceof UUID id) {
        ids.add(id);
      } else if (each instanceof Collection<?> several) {
        ids.addAll(ids(several));
      } else if (each instanceof Record parts) {
        ids.addAll(ids(parts(parts)));
      }
    }
    return ids;
  }

  private static List<Object> parts(Record record) {
    List<Object> parts = new ArrayList<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        Object part = component.getAccessor().invoke(record);
        if (part != null) {
          parts.add(part);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("The content of " + record.getClass() + " is unknown", e);
      }
    }
    return parts;
  }

  @Override
  public Optional<Task> find(UUID id) {
    return Optional.ofNullable(read(id).live());
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return Optional.ofNullable(read(id).finished());
  }

  @Override
  public List<Task> live() {
    return places.keySet().stream().map(this::find).flatMap(Optional::stream).toList();
  }

  @Override
  public List<FinishedTask> finished() {
    return places.keySet().stream().map(this::findFinished).flatMap(Optional::stream).toList();
  }

  @Override
  public WaitState waiting(UUID id) {
    Mutation.Place place = places.get(id);
    Map<String, ByteBuffer> values = place == null ? null : servers.decided(place, key(WAITS, id));
    ByteBuffer value = values == null ? null : values.get("value");
    return value == null
        ? WaitState.OVER
        : WaitRow.read(new Row(CassandraCanary.array(value), null)).standing();
  }

  @Override
  public SortedMap<String, Integer> effects() {
    return new TreeMap<>();
  }
}
