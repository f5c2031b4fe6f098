package dev.baton.tck.simulation.sql;

import dev.baton.jdbc.SimulatedStores;
import dev.baton.operate.cluster.Pause;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.WaitState;
import dev.baton.tck.simulation.CommittedRows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The committed rows, stored outside the database. After each commit this class reads the rows that
 * the database's log names. {@link #live} and {@link #finished} read all rows, so that a change
 * that the log missed shows at the end.
 */
final class CommittedTables implements CommittedRows {
  private static final int AT_ONCE = 200;

  private final Server server;
  private final Connection admin;
  private final SimulatedStores.Dialects dialect;
  private final Map<UUID, Task> live = new TreeMap<>();
  private final Map<UUID, FinishedTask> finished = new TreeMap<>();
  private final TreeMap<String, Integer> effects = new TreeMap<>();
  private final Set<Pause> pauses = new LinkedHashSet<>();
  private final Supplier<List<Pause>> force;
  private final Function<UUID, WaitState> standing;
  private boolean pausesChanged;

  CommittedTables(
      OpenDatabase open, Supplier<List<Pause>> force, Function<UUID, WaitState> standing) {
    this.force = force;
    this.standing = standing;
    this.server = open.server();
    this.admin = open.admin();
    this.dialect = open.dialect();
  }

  /** Returns the tasks that this connection changed by its last commit. */
  List<UUID> take(long connection) throws SQLException {
    Set<UUID> ids = new LinkedHashSet<>();
    for (String[] change : server.takeChanges(admin, connection)) {
      switch (change[0]) {
        case "t" -> ids.add(Texts.id(change[1]));
        case "e" -> effects.merge(change[1], 1, Integer::sum);
        default -> pausesChanged = true;
      }
    }
    List<UUID> list = List.copyOf(ids);
    for (int from = 0; from < list.size(); from += AT_ONCE) {
      readAnew(list.subList(from, Math.min(list.size(), from + AT_ONCE)));
    }
    return list;
  }

  private void readAnew(List<UUID> ids) throws SQLException {
    ids.forEach(live::remove);
    ids.forEach(finished::remove);
    SimulatedStores.live(admin, dialect, ids).forEach(task -> live.put(task.id(), task));
    SimulatedStores.finished(admin, dialect, ids).forEach(task -> finished.put(task.id(), task));
  }

  /** Returns the pauses that have begun since the last call, and those that have ended. */
  Map<Pause, Boolean> newlyPaused() {
    Map<Pause, Boolean> news = new LinkedHashMap<>();
    if (pausesChanged) {
      pausesChanged = false;
      Set<Pause> now = new LinkedHashSet<>(force.get());
      pauses.stream().filter(pause -> !now.contains(pause)).forEach(p -> news.put(p, false));
      now.stream().filter(pause -> !pauses.contains(pause)).forEach(p -> news.put(p, true));
      pauses.clear();
      pauses.addAll(now);
    }
    return news;
  }

  void readAnew() {
    live.clear();
    finished.clear();
    effects.clear();
    // A failover also undoes later changes of pauses, which no log records.
    pausesChanged = true;
    live().forEach(task -> live.put(task.id(), task));
    finished().forEach(task -> finished.put(task.id(), task));
    try (Statement statement = admin.createStatement();
        ResultSet rows = statement.executeQuery("SELECT name FROM baton_sim_effect")) {
      while (rows.next()) {
        effects.merge(rows.getString(1), 1, Integer::sum);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Optional<Task> find(UUID id) {
    return Optional.ofNullable(live.get(id));
  }

  @Override
  public Optional<FinishedTask> findFinished(UUID id) {
    return Optional.ofNullable(finished.get(id));
  }

  @Override
  public List<Task> live() {
    try {
      return new ArrayList<>(SimulatedStores.live(admin, dialect, List.of()));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<FinishedTask> finished() {
    try {
      return new ArrayList<>(SimulatedStores.finished(admin, dialect, List.of()));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public WaitState waiting(UUID id) {
    return standing.apply(id);
  }

  @Override
  public SortedMap<String, Integer> effects() {
    return effects;
  }
}
