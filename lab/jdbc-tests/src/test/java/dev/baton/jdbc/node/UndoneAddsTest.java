package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreException;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.jdbc.transaction.JdbcTransaction;
import dev.baton.local.LocalDatabase;
import dev.baton.local.WayToUndo;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a task claimed by its own insert starts when its row has been committed, and never
 * when it hasn't, whatever the caller's code did on the connection.
 */
@ParameterizedClass
@MethodSource(LocalDatabase.CHOSEN)
final class UndoneAddsTest extends NodesOnDatabase {
  private final ConcurrentHashMap<String, Integer> starts = new ConcurrentHashMap<>();
  private final SortedMap<String, Integer> expected = new TreeMap<>();
  private final List<Boolean> claimedByInsert = new ArrayList<>();
  private final TaskDefinition<?, ?> note =
      RawDefinition.of(
          "NOTE",
          attempt -> {
            starts.merge(attempt.payloadText(), 1, Integer::sum);
            return Outcome.done();
          });

  UndoneAddsTest(LocalDatabase database) {
    super(database);
  }

  @Test
  void taskStartsOnlyIfItsRowWasCommitted() throws Exception {
    update(WayToUndo.preparation(database));
    try (Baton baton = node(Duration.ofSeconds(6)).define(note).listener(this::heard).start()) {
      for (WayToUndo way : WayToUndo.values()) {
        if (way.isKnownTo(database)) {
          tryOut(baton, way, true);
          tryOut(baton, way, false);
        }
      }
      awaitFinished(expected.values().stream().mapToInt(runs -> runs).sum());
      // Waits until every started handler has ended.
      assertThat(baton.stop(Duration.ofSeconds(60))).isTrue();
    }
    SortedMap<String, Integer> wrong = new TreeMap<>(starts);
    expected.forEach(
        (way, runs) -> {
          if (starts.getOrDefault(way, 0).equals(runs)) {
            wrong.remove(way);
          } else {
            wrong.putIfAbsent(way, 0);
          }
        });
    assertThat(wrong).as("starts that should have been others").isEmpty();
    assertThat(claimedByInsert).hasSize(expected.size());
    // On a slow machine some adds find the node busy, and their tasks are claimed later.
    assertThat(claimedByInsert)
        .filteredOn(claimed -> claimed)
        .hasSizeGreaterThan(expected.size() / 2);
  }

  private void heard(TaskEvent event) {
    if (event instanceof TaskEvent.Added added) {
      claimedByInsert.add(added.claimedByInsert());
    }
  }

  private void tryOut(Baton baton, WayToUndo way, boolean named) throws Exception {
    String payload = way + (named ? ", transaction named" : ", transaction of the thread");
    expected.put(payload, way.keeps() ? 1 : 0);
    try {
      transactions.run(tx -> way.steps().with(new AddOnce(baton, tx, named, payload)));
    } catch (WayToUndo.OnPurpose rolledBack) {
      assertThat(way).isNotEqualTo(WayToUndo.NOTHING_IS_UNDONE);
    } catch (CommitUnknownException unknown) {
      throw unknown;
    } catch (StoreException refused) {
      assertThat(refused).hasMessageContaining("refused to commit");
    }
  }

  private final class AddOnce implements WayToUndo.Add {
    private final Baton baton;
    private final JdbcTransaction transaction;
    private final boolean named;
    private final TaskRequest<?, ?> request;

    AddOnce(Baton baton, JdbcTransaction transaction, boolean named, String payload) {
      this.baton = baton;
      this.transaction = transaction;
      this.named = named;
      this.request = TaskType.of("NOTE", Bytes.class).with(Bytes.of(payload));
    }

    @Override
    public String run() {
      AddResult added =
          named ? baton.tasks().add(transaction, request) : baton.tasks().add(request);
      return added.taskId().toString();
    }

    @Override
    public Connection connection() {
      return transaction.connection();
    }

    @Override
    public LocalDatabase database() {
      return database;
    }
  }
}
