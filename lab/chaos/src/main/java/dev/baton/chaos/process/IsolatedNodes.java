package dev.baton.chaos.process;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Occurrence;
import dev.baton.chaos.record.TaskKind;
import dev.baton.handler.TaskDefinition;
import dev.baton.hook.TaskListener;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * A worker's nodes with repeatable-read or serializable transactions. If the database can't run
 * transactional handlers at such a level, a node must refuse to start with one. The refusal is
 * recorded.
 */
public final class IsolatedNodes {
  /** Mark of a node that started with handlers that it should have refused. */
  public static final String NOT_REFUSED = "not-refused";

  private final Plan plan;
  private final DataSource pool;
  private final Journal events;
  private final TaskListener listener;

  IsolatedNodes(Plan plan, HikariDataSource pool, Journal events, TaskListener listener) {
    this.plan = plan;
    this.pool = pool;
    this.events = events;
    this.listener = listener;
  }

  List<Baton> start(Handlers handlers) throws SQLException {
    List<Baton> all = new ArrayList<>();
    for (TaskKind kind : List.of(TaskKind.REPEATABLE_OUTSIDE, TaskKind.SERIAL_OUTSIDE)) {
      int isolation = kind.isolation();
      TaskDefinition<?, ?> inside = handlers.insideAt(isolation);
      TaskDefinition<?, ?> outside = handlers.outsideAt(isolation);
      if (Isolation.allowsHandlers(pool, isolation)) {
        all.add(node(isolation, inside, outside));
      } else {
        mustRefuse(isolation, inside);
        all.add(node(isolation, outside));
      }
    }
    return all;
  }

  private void mustRefuse(int isolation, TaskDefinition<?, ?> inside) {
    try {
      node(isolation, inside).close();
      events.write(NOT_REFUSED + " " + isolation);
    } catch (ConfigurationException refused) {
      events.write(Occurrence.ISOLATION_REFUSED.line(1));
    }
  }

  /** Leaves the duties of one node for the whole cluster to the nodes at read committed. */
  private Baton node(int isolation, TaskDefinition<?, ?>... definitions) {
    return Baton.builder(JdbcStore.of(pool))
        .transactions(JdbcTransactions.of(pool, isolation))
        .settings(s -> plan.settings().withoutSweeper().withoutPruner().withoutSchedules())
        .listener(listener)
        .define(definitions)
        .start();
  }
}
