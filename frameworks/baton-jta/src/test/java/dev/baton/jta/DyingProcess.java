package dev.baton.jta;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.task.Bytes;
import io.agroal.api.AgroalDataSource;
import jakarta.transaction.TransactionManager;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A process that stops in each phase of a JTA commit, with one transaction per phase, until it is
 * killed. Or a process that recovers these transactions.
 */
final class DyingProcess {
  static final String PREPARE = "prepare";
  static final String COMMIT = "commit";
  static final String DIE = "die";
  static final String RECOVER = "recover";
  static final String REACHED = "reached";

  private DyingProcess() {}

  /**
   * @param args the folder of the log, die or recover, and the address of the database
   */
  public static void main(String[] args) throws Exception {
    TransactionManager manager = Narayana.managerWithLog(Path.of(args[0]));
    DatabaseAddress address = new DatabaseAddress(args[2], args[3], args[4]);
    if (args[1].equals(RECOVER)) {
      Narayana.recover(address);
      Runtime.getRuntime().halt(0);
    }
    AgroalDataSource pool = Narayana.xa(address);
    JtaTransactions transactions = JtaTransactions.of(pool, manager, Narayana.registry());
    BatonSchema.apply(transactions.outside());
    Baton baton =
        Baton.builder(JdbcStore.of(transactions.outside())).transactions(transactions).start();
    Thread preparing = new Thread(() -> commit(pool, manager, baton, PREPARE));
    preparing.start();
    commit(pool, manager, baton, COMMIT);
  }

  private static void commit(
      AgroalDataSource pool, TransactionManager manager, Baton baton, String phase) {
    try {
      manager.begin();
      // Called in the order of their enlistment.
      if (phase.equals(COMMIT)) {
        manager.getTransaction().enlistResource(new Staying(phase));
      }
      JtaApplication.execute(pool, "INSERT INTO booking VALUES ('" + phase + "')");
      baton.tasks().add(TaskType.of("NOTE", Bytes.class).with(Bytes.of(phase)));
      if (phase.equals(PREPARE)) {
        manager.getTransaction().enlistResource(new Staying(phase));
      }
      manager.commit();
    } catch (Exception failed) {
      failed.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  /**
   * Reports the call and then does nothing. The log contains this resource. After a recovery the
   * resource does nothing.
   */
  private static final class Staying implements XAResource, Serializable {
    private static final long serialVersionUID = 1;

    private final transient String phase;

    Staying(String phase) {
      this.phase = phase;
    }

    private void stay(String asked) {
      if (asked.equals(phase)) {
        System.out.println(REACHED);
        while (true) {
          LockSupport.park(this);
        }
      }
    }

    @Override
    public int prepare(Xid xid) {
      stay(PREPARE);
      return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) {
      stay(COMMIT);
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
