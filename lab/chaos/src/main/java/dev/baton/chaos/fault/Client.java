package dev.baton.chaos.fault;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.chaos.process.Adds;
import dev.baton.chaos.process.Database;
import dev.baton.chaos.process.Plan;
import dev.baton.chaos.process.Work;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Occurrence;
import dev.baton.chaos.record.TaskKind;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.task.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A node in the run's own process, without a proxy, that runs no tasks. Operators, lockers of rows
 * and faults use it. Thread-safe.
 */
public final class Client implements AutoCloseable {
  private static final int AT_ONCE = 500;

  private final Database database;
  private final JdbcTransactions transactions;
  private final Baton baton;
  private final Journal journal;
  private final Journal events;
  private final Adds adds;

  private Client(Database database, Plan plan, Journal journal, Journal events) {
    this.database = database;
    this.journal = journal;
    this.events = events;
    this.transactions = JdbcTransactions.of(database.pool());
    this.baton =
        plan.ways()
            .links()
            .channel(Baton.builder(JdbcStore.of(database.pool())).transactions(transactions))
            .settings(s -> plan.settings())
            .client()
            .start();
    this.adds = new Adds(List.of(transactions), baton.tasks(), journal, events, "");
  }

  public static Client start(Database database, Plan plan) throws IOException {
    return new Client(
        database, plan, Journal.durable(plan.file(".adds")), Journal.open(plan.file(".events")));
  }

  Baton baton() {
    return baton;
  }

  Database database() {
    return database;
  }

  JdbcTransactions transactions() {
    return transactions;
  }

  void met(Occurrence occurrence, int times) {
    if (times > 0) {
      events.write(occurrence.line(times));
    }
  }

  /** Adds this many tasks of a kind. Their sub-type distinguishes them from others. */
  void burst(TaskKind kind, int count, int millis, String subType) {
    List<Adds.Intended> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String addId = UUID.randomUUID().toString();
      all.add(
          Adds.Intended.of(
              addId,
              TaskType.of(kind.name(), Bytes.class)
                  .with(Bytes.of(new Work(addId, millis, 0).text()))
                  .subType(subType)));
    }
    for (int from = 0; from < count; from += AT_ONCE) {
      adds.add(all.subList(from, Math.min(count, from + AT_ONCE)), false);
    }
  }

  @Override
  public void close() throws IOException {
    baton.close();
    journal.close();
    events.close();
  }
}
