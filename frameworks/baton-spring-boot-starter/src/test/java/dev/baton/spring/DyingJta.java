package dev.baton.spring;

import com.arjuna.ats.jta.TransactionManager;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.spring.transaction.SpringTransactions;
import dev.baton.task.Bytes;
import java.io.Serializable;
import java.nio.file.Path;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A process that dies in a phase of a JTA commit, or one that recovers the transactions of others.
 */
final class DyingJta {
  static final int EXIT = 9;
  static final String PREPARE = "prepare";
  static final String COMMIT = "commit";
  static final String RECOVER = "recover";

  private DyingJta() {}

  static DatabaseAddress database(Path folder) {
    return LocalH2.at(folder.resolve("tasks"));
  }

  /**
   * @param args the folder of the database and the log, and the phase to end in, or to recover
   */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    JtaTransactionManager manager = Narayana.managerWithLog(folder.resolve("log"));
    if (args[1].equals(RECOVER)) {
      Narayana.recover(database(folder));
      Runtime.getRuntime().halt(0);
    }
    die(database(folder), manager, args[1]);
  }

  private static void die(DatabaseAddress address, JtaTransactionManager manager, String phase) {
    HikariDataSource own = SpringFixture.pool(address);
    BatonSchema.apply(own);
    new JdbcTemplate(own).execute("CREATE TABLE IF NOT EXISTS booking (name VARCHAR(100))");
    DataSource enlisted = Narayana.enlisting(address);
    Baton baton =
        Baton.builder(JdbcStore.of(own))
            .transactions(SpringTransactions.of(enlisted, manager))
            .start();
    new TransactionTemplate(manager)
        .executeWithoutResult(
            status -> {
              // Called in the order of their enlistment.
              enlist(phase.equals(COMMIT), phase);
              new JdbcTemplate(enlisted).update("INSERT INTO booking VALUES (?)", phase);
              baton.tasks().add(TaskType.of("NOTE", Bytes.class).with(Bytes.of(phase)));
              enlist(phase.equals(PREPARE), phase);
            });
  }

  private static void enlist(boolean now, String phase) {
    try {
      if (now) {
        TransactionManager.transactionManager().getTransaction().enlistResource(new Dying(phase));
      }
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Ends the process when this method is called. The log contains this resource. After a recovery
   * the resource does nothing.
   */
  private static final class Dying implements XAResource, Serializable {
    private static final long serialVersionUID = 1;

    private final transient String dyingIn;

    Dying(String phase) {
      dyingIn = phase;
    }

    private void phase(String name) {
      if (name.equals(dyingIn)) {
        Runtime.getRuntime().halt(EXIT);
      }
    }

    @Override
    public int prepare(Xid xid) {
      phase(PREPARE);
      return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) {
      phase(COMMIT);
    }

    @Override
    public void rollback(Xid xid) {}

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public void forget(Xid xid) {}

    @Override
    public Xid[] recover(int flag) throws XAException {
      return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
      return other == this;
    }

    @Override
    public int getTransactionTimeout() {
      return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
      return false;
    }
  }
}
