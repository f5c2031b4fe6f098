package dev.baton.tck.simulation;

import dev.baton.spi.Transactions;
import dev.baton.tck.simulation.sql.NodeTransactions;
import dev.baton.tck.simulation.sql.SqlDatabase;
import dev.baton.tck.simulation.sql.SqlKind;
import dev.baton.tck.simulation.sql.SqlSeams;
import java.util.function.UnaryOperator;

/** A real database, where the scheduler sees each statement. */
final class SqlGround implements Ground {
  private final SqlKind kind;
  private final SqlDatabase database;

  private final Sabotage sabotage;

  private SqlGround(
      SqlKind kind, Simulation simulation, UnaryOperator<String> broken, Sabotage sabotage) {
    this.kind = kind;
    this.sabotage = sabotage;
    this.database = kind.open(simulation, broken);
  }

  /** Returns databases of this product whose statements are changed by {@code broken}. */
  static Ground.Kind on(SqlKind kind, UnaryOperator<String> broken) {
    return new Ground.Kind() {
      @Override
      public Ground open(Simulation simulation, Sabotage sabotage) {
        return new SqlGround(kind, simulation, broken, sabotage);
      }

      @Override
      public boolean floods() {
        return true;
      }
    };
  }

  @Override
  public SqlDatabase database() {
    return database;
  }

  @Override
  public Seams seams(SimulatedNode node) {
    SqlSeams seams = new SqlSeams(database, node);
    return new Seams(
        sabotage.store(node, database, seams.tasks()),
        seams.transactions(),
        seams.leadership(World.TERM),
        seams.cluster(),
        seams.operations(),
        seams.signals(),
        seams.resubmissions(),
        seams.schedules(),
        seams::more);
  }

  @Override
  public Transactions callers(Transactions own) {
    return ((NodeTransactions) own).callers();
  }

  @Override
  public void close() {
    kind.close(database);
  }
}
