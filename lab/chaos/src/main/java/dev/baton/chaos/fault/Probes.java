package dev.baton.chaos.fault;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.chaos.process.Adds;
import dev.baton.chaos.process.Database;
import dev.baton.chaos.process.Fleet;
import dev.baton.chaos.process.Plan;
import dev.baton.chaos.process.Stalls;
import dev.baton.chaos.process.Work;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.TaskKind;
import dev.baton.chaos.record.Wait;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.task.Bytes;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Adds a small task of the highest priority every 100 ms, directly to the database, and measures
 * when it is done. This shows the service from outside, however long its backlog is. Has its own
 * thread.
 */
public final class Probes implements AutoCloseable {
  private static final long EVERY_MILLIS = 100;
  private static final long QUICK_MILLIS = 1_000;
  private static final int IN_A_ROW = 3;

  private final Database database;
  private final Journal journal;
  private final Baton baton;
  private final Adds adds;
  private final Map<String, Probe> waiting = new LinkedHashMap<>();
  private final List<Probe> done = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "probes");
  private volatile boolean stopping;
  private volatile long stalledAt;

  private Probes(Database database, Plan plan, Journal journal) {
    this.database = database;
    this.journal = journal;
    JdbcTransactions transactions = JdbcTransactions.of(database.pool());
    // This node neither runs tasks nor sweeps, so that the probes measure only the workers.
    this.baton =
        plan.ways()
            .links()
            .channel(Baton.builder(JdbcStore.of(database.pool())).transactions(transactions))
            .settings(s -> plan.settings().withoutSweeper().withoutPruner())
            .start();
    this.adds = new Adds(List.of(transactions), baton.tasks(), journal, journal, "");
  }

  /** The times of a probe's commit and end, by the wall clock. */
  public record Probe(long committedAt, long doneAt) {
    public long millis() {
      return doneAt - committedAt;
    }
  }

  public static Probes start(Database database, Fleet fleet) throws IOException {
    Journal journal = Journal.durable(fleet.folder().resolve("probes.adds"));
    Probes probes = new Probes(database, fleet.plan("probes"), journal);
    probes.thread.setDaemon(true);
    probes.thread.start();
    return probes;
  }

  /**
   * Returns when the first of several quick probes in a row ended that were added after this
   * moment.
   */
  public synchronized OptionalLong quickSince(long since) {
    int row = 0;
    long first = 0;
    for (Probe probe : done) {
      if (probe.committedAt() < since) {
        continue;
      }
      row = probe.millis() <= QUICK_MILLIS ? row + 1 : 0;
      if (row == 1) {
        first = probe.doneAt();
      }
      if (row == IN_A_ROW) {
        return OptionalLong.of(first);
      }
    }
    return OptionalLong.empty();
  }

  /** Returns when the database last took very long for a probe, by the wall clock. */
  public long stalledAt() {
    return stalledAt;
  }

  public synchronized List<Probe> done() {
    return List.copyOf(done);
  }

  private void run() {
    long next = System.currentTimeMillis();
    try {
      while (!stopping) {
        long from = System.currentTimeMillis();
        addOne();
        lookAtWaiting();
        if (System.currentTimeMillis() - from > Stalls.MILLIS) {
          stalledAt = System.currentTimeMillis();
        }
        next = Math.max(next + EVERY_MILLIS, System.currentTimeMillis() + 10);
        Wait.pause(Math.max(1, next - System.currentTimeMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void addOne() {
    String addId = UUID.randomUUID().toString();
    TaskRequest<?, ?> request =
        TaskType.of(TaskKind.PROBE.name(), Bytes.class)
            .with(Bytes.of(new Work(addId, 0, 0).text()))
            .priority(0);
    if (adds.add(List.of(Adds.Intended.of(addId, request)), false) == Adds.End.COMMITTED) {
      waiting.put(addId, new Probe(System.currentTimeMillis(), 0));
    }
  }

  private void lookAtWaiting() {
    if (waiting.isEmpty()) {
      return;
    }
    String ids = "'" + String.join("', '", waiting.keySet()) + "'";
    try {
      for (String line :
          database.query(
              "SELECT add_id, at_millis FROM chaos_effect WHERE add_id IN (" + ids + ")")) {
        String[] words = line.split(" ");
        Probe probe = waiting.remove(words[0]);
        if (probe != null) {
          finished(new Probe(probe.committedAt(), Long.parseLong(words[1])));
        }
      }
    } catch (SQLException away) {
      // The next check shows it.
    }
  }

  private synchronized void finished(Probe probe) {
    done.add(probe);
  }

  @Override
  public void close() throws InterruptedException, IOException {
    if (stopping) {
      return;
    }
    stopping = true;
    thread.join(Duration.ofSeconds(20).toMillis());
    baton.close();
    journal.close();
  }
}
