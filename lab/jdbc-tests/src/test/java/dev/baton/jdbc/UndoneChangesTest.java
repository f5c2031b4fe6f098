package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Transaction;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcSignalStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import dev.baton.tck.contract.waits.CoreWaitFixture;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that undone changes of a transaction have no effect on tasks: one statement claims them
 * all, whether they are few or many, and one ends them all.
 */
class UndoneChangesTest {
  private static final Duration HELD = Duration.ofMinutes(1);

  /** A change of ready tasks that is undone. */
  enum Undone {
    LOCKED {
      @Override
      void happen(DataSource dataSource, List<UUID> ids) throws Exception {
        rolledBack(dataSource, "SELECT id FROM baton_task FOR UPDATE");
      }
    },
    CHANGED {
      @Override
      void happen(DataSource dataSource, List<UUID> ids) throws Exception {
        rolledBack(dataSource, "UPDATE baton_task SET version = version + 1, priority = 0");
      }
    },
    REMOVED {
      @Override
      void happen(DataSource dataSource, List<UUID> ids) throws Exception {
        rolledBack(dataSource, "DELETE FROM baton_task");
      }
    },
    WAITED_FOR {
      @Override
      void happen(DataSource dataSource, List<UUID> ids) throws Exception {
        NewTask waiting = CoreWaitFixture.waiting(Set.of(), new HashSet<>(ids));
        rolledBack(
            dataSource,
            transaction -> JdbcTaskStore.of(dataSource).insert(transaction, List.of(waiting)));
      }
    },
    /** Like a signal whose handler returns that it isn't wanted. */
    LOOKED_AT_BY_A_SIGNAL {
      @Override
      void happen(DataSource dataSource, List<UUID> ids) throws Exception {
        JdbcSignalStore signals =
            new JdbcSignalStore(Database.of(dataSource), JdbcTaskStore.of(dataSource));
        for (UUID id : ids) {
          JdbcTransactions.of(dataSource).call(transaction -> signals.lock(transaction, id));
        }
      }
    };

    abstract void happen(DataSource dataSource, List<UUID> ids) throws Exception;
  }

  private interface Work {
    void on(Transaction transaction) throws Exception;
  }

  static Stream<Arguments> kinds() {
    List<Arguments> kinds = new ArrayList<>();
    for (TestDatabase database : TestDatabase.values()) {
      for (Undone undone : Undone.values()) {
        for (int count : new int[] {1, 20, 300}) {
          kinds.add(Arguments.of(database, undone, count));
        }
      }
    }
    return kinds.stream();
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("kinds")
  void oneStatementClaimsAndEndsWhatWasLeftAsItWas(TestDatabase database, Undone undone, int count)
      throws Exception {
    DataSource dataSource = database.clean();
    JdbcTaskStore store = JdbcTaskStore.of(dataSource);
    store.check();
    List<TaskDraft> drafts =
        Collections.nCopies(count, "T").stream().map(TaskDraft::ready).toList();
    JdbcTransactions.of(dataSource)
        .call(t -> store.insert(t, drafts.stream().map(TaskDraft::build).toList()));
    List<UUID> ids = drafts.stream().map(TaskDraft::id).toList();

    undone.happen(dataSource, ids);
    UUID owner = UUID.randomUUID();
    List<Task> claimed =
        store.claim(owner, HELD, ids.stream().map(id -> new ClaimRequest(id, 1, 3)).toList());
    assertThat(claimed.stream().map(Task::id).toList()).as("claimed").hasSize(count).isEqualTo(ids);

    undone.happen(dataSource, ids);
    List<ClaimFence> fences = claimed.stream().map(StoreScenario::fence).toList();
    assertThat(store.renew(HELD, fences).renewed()).as("renewed").hasSize(count);
    undone.happen(dataSource, ids);
    List<Transition> ends =
        claimed.stream().map(task -> HolderRules.done(task, null, Duration.ZERO)).toList();
    assertThat(store.tryApply(ends)).hasSize(count).containsOnly(Verdict.APPLIED);
  }

  private static void rolledBack(DataSource dataSource, String sql) throws Exception {
    rolledBack(
        dataSource,
        transaction -> {
          try (Statement statement = transaction.unwrap(Connection.class).createStatement()) {
            statement.execute(sql);
          }
        });
  }

  private static void rolledBack(DataSource dataSource, Work work) throws Exception {
    try {
      JdbcTransactions.of(dataSource)
          .call(
              transaction -> {
                work.on(transaction);
                throw new Undo();
              });
    } catch (Undo expected) {
      // The transaction has been rolled back.
    }
  }

  private static final class Undo extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
