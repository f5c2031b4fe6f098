package dev.baton.tck.simulation;

import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Every committed change of every row, in the order of the database, with the node that made it.
 * After a failover only the surviving history counts.
 */
final class History implements StoreWatch {

  /** A row as last seen: live, finished, or deleted. */
  record Row(@Nullable Task live, @Nullable FinishedTask finished) {
    static final Row GONE = new Row(null, null);

    boolean isGone() {
      return live == null && finished == null;
    }
  }

  /** A node took the task, by a claim or by an insert that also claims. */
  private record Grant(UUID owner, SimulatedNode by) {}

  private final SimulatedDatabase database;
  private final TreeMap<UUID, Row> rows = new TreeMap<>();
  private final Map<UUID, Map<Long, List<Grant>>> grants = new HashMap<>();
  private final Set<UUID> committed = new HashSet<>();
  private final List<RowCheck> checks = new ArrayList<>();
  private final Set<SimulatedThread> operators = new HashSet<>();
  private final Set<UUID> brokenByHand = new HashSet<>();
  private int rewinds;
  private boolean clockWasPut;
  private long changes;

  History(SimulatedDatabase database) {
    this.database = database;
  }

  /** Makes this check judge every change from here on. */
  void add(RowCheck check) {
    checks.add(check);
  }

  /**
   * Notes that a person makes a row unreadable. Any node that finds it may stop the task in ERROR.
   */
  void brokenByHand(UUID id) {
    brokenByHand.add(id);
  }

  boolean wasBrokenByHand(UUID id) {
    return brokenByHand.contains(id);
  }

  boolean clockWasPut() {
    return clockWasPut;
  }

  int rewinds() {
    return rewinds;
  }

  long changes() {
    return changes;
  }

  /** Returns the number of tasks that were ever committed. */
  int tasks() {
    return committed.size();
  }

  Map<UUID, Row> rows() {
    return rows;
  }

  /** Returns the tasks whose row satisfies this condition. */
  List<UUID> ids(Predicate<Row> such) {
    List<UUID> ids = new ArrayList<>();
    rows.forEach(
        (id, row) -> {
          if (such.test(row)) {
            ids.add(id);
          }
        });
    return ids;
  }

  boolean wasCommitted(UUID task) {
    return committed.contains(task);
  }

  /** Sets whether this thread now acts for an operator. */
  void operator(SimulatedThread thread, boolean acts) {
    if (acts) {
      operators.add(thread);
    } else {
      operators.remove(thread);
    }
  }

  boolean isOperator(SimulatedThread thread) {
    return operators.contains(thread);
  }

  boolean wasHeld(UUID task, long version, SimulatedNode by) {
    return holdings(task, version, by) > 0;
  }

  /**
   * Returns how often this node took the task under this version. Only a failover makes this more
   * than one.
   */
  int holdings(UUID task, long version, SimulatedNode by) {
    int count = 0;
    for (Grant grant : granted(task, version)) {
      count += grant.by() == by ? 1 : 0;
    }
    return count;
  }

  /**
   * Returns the node that holds the row in this state; null if no node is known to have taken it.
   */
  @Nullable SimulatedNode holder(UUID task, Position position) {
    for (Grant grant : granted(task, position.version())) {
      if (grant.owner().equals(position.owner())) {
        return grant.by();
      }
    }
    return null;
  }

  private List<Grant> granted(UUID task, long version) {
    return grants.getOrDefault(task, Map.of()).getOrDefault(version, List.of());
  }

  @Override
  public void changed(SimulatedNode by, Verb verb, Collection<UUID> ids) {
    boolean operator = operators.contains(database.simulation().running());
    for (UUID id : ids) {
      Row before = rows.getOrDefault(id, Row.GONE);
      Row after = read(id);
      if (!after.equals(before)) {
        changes++;
        note(id, after, by);
        RowChange change = new RowChange(id, before, after, by, verb, operator, database.latest());
        rows.put(id, after);
        checks.forEach(check -> check.changed(change));
      }
    }
  }

  @Override
  public void renewing(SimulatedNode by, List<ClaimFence> held) {
    checks.forEach(check -> check.renewing(by, held));
  }

  @Override
  public void adding(List<NewTask> tasks) {
    tasks.forEach(task -> checks.forEach(check -> check.adding(task)));
  }

  @Override
  public void clockPut() {
    clockWasPut = true;
  }

  @Override
  public void rewound() {
    rewinds++;
    rows.clear();
    rows.putAll(current());
    checks.forEach(RowCheck::rewound);
  }

  /** Returns all rows that are now in the database. */
  TreeMap<UUID, Row> current() {
    TreeMap<UUID, Row> all = new TreeMap<>();
    database.committed().finished().forEach(task -> all.put(task.id(), new Row(null, task)));
    database.committed().live().forEach(task -> all.put(task.id(), new Row(task, null)));
    return all;
  }

  private Row read(UUID id) {
    Task live = database.committed().find(id).orElse(null);
    FinishedTask finished = database.committed().findFinished(id).orElse(null);
    return live == null && finished == null ? Row.GONE : new Row(live, finished);
  }

  private void note(UUID id, Row after, SimulatedNode by) {
    if (!after.isGone()) {
      committed.add(id);
    }
    Task live = after.live();
    if (live != null && live.position().status() == Status.RUNNING) {
      Position position = live.position();
      if (holder(id, position) == null && position.owner() != null) {
        grants
            .computeIfAbsent(id, key -> new HashMap<>())
            .computeIfAbsent(position.version(), key -> new ArrayList<>())
            .add(new Grant(position.owner(), by));
      }
    }
  }
}
