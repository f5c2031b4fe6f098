package dev.baton.examples.payouts.site;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.examples.payouts.PayoutNode;
import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.examples.payouts.input.PayoutInput;
import dev.baton.jdbc.BatonSchema;
import java.nio.file.Path;
import java.sql.SQLException;

/** An SQL database with this process's connection pool. */
record SqlSite(String name, NodePlan plan, HikariDataSource pool) implements Site {

  /** Starts the database, or connects to the running one. */
  static SqlSite open(DatabaseChoice choice, Path folder, int nodes, Cleanup cleanup)
      throws CannotRun, InterruptedException {
    Database database = choice.open(folder);
    cleanup.later(database::stop);
    cleanup.later(lock(database));
    NodePlan plan = NodePlan.forOneOf(nodes, database.address());
    return new SqlSite(database.name(), plan, cleanup.later(plan.pool()));
  }

  private static RunLock lock(Database database) throws CannotRun, InterruptedException {
    try {
      return RunLock.take(database.address());
    } catch (SQLException broken) {
      throw new CannotRun("Can't use " + database.name() + ": " + broken.getMessage());
    }
  }

  @Override
  public Run open(PayoutInput input) throws SQLException, CannotRun {
    BatonSchema.apply(pool);
    return SqlRun.open(pool, input);
  }

  @Override
  public PayoutNode start() {
    return PayoutNode.start(pool, plan.slots());
  }

  @Override
  public Tally tally() {
    return new SqlTally(pool);
  }
}
