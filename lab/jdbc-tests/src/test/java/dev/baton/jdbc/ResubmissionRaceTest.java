package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.Conflict;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.error.StoreException;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.task.Bytes;
import dev.baton.tck.contract.StoreScenario;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests resubmissions from many transactions at once, at every isolation level, with a complete
 * engine.
 */
@Tag("deep")
class ResubmissionRaceTest {
  private static final int THREADS = 4;
  private static final int ADDS = 2;
  private static final int MAX_TRIES = 5_000;
  private static final Conflict<Bytes> APPEND =
      Conflict.merge((there, more) -> Bytes.of(there.toText() + " " + more.toText()));

  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#atEachIsolation")
  void everyAcceptedMergeRunsExactlyOnce(TestDatabase database, int isolation) throws Exception {
    try (Service service = new Service(database, isolation)) {
      // All of them find one task that begins only after they have ended.
      List<AddResult> answers = service.addFromMany(payload -> unique("HELD", payload).onHold());
      assertThat(answers.stream().filter(AddResult::wasAdded)).hasSize(1);
      assertThat(answers).allMatch(AddResult::usesSubmittedPayload);
      UUID id = answers.get(0).taskId();
      service.baton.operations().task(id).runNow();
      // Tasks begin and end meanwhile, and their keys are free again.
      service.addFromMany(payload -> unique("GONE", payload));
      // Its finished task is kept, and so is its key: it runs again and again.
      service.addFromMany(
          payload -> request("KEPT", payload).unique(Unique.id(new UUID(1, 2)), APPEND));
      service.assertAllRan();
    }
  }

  private static TaskRequest<?, ?> unique(String type, String payload) {
    return request(type, payload).unique(Unique.whileLive("k"), APPEND);
  }

  private static TaskRequest<Bytes, Void> request(String type, String payload) {
    return TaskType.of(type, Bytes.class).with(Bytes.of(payload));
  }

  /** A node and its callers, whose transactions have a given isolation level. */
  private static final class Service implements AutoCloseable {
    final Baton baton;
    final JdbcTransactions transactions;
    final ConcurrentLinkedQueue<String> submitted = new ConcurrentLinkedQueue<>();
    final Map<String, Integer> ran = new ConcurrentHashMap<>();
    final AtomicInteger next = new AtomicInteger();

    Service(TestDatabase database, int isolation) throws SQLException {
      DataSource pool = database.clean();
      transactions = JdbcTransactions.of(pool, isolation);
      baton =
          Baton.builder(JdbcStore.of(pool))
              .transactions(transactions)
              .settings(s -> s.poll(Duration.ofMillis(20)))
              .define(
                  RawDefinition.of("HELD", attempt -> run(attempt.payloadText())),
                  RawDefinition.of("GONE", attempt -> run(attempt.payloadText()))
                      .keepDone(Duration.ZERO),
                  RawDefinition.of("KEPT", attempt -> run(attempt.payloadText())))
              .start();
    }

    private Outcome<?> run(String payload) {
      for (String part : payload.split(" ")) {
        ran.merge(part, 1, Integer::sum);
      }
      return Outcome.done();
    }

    List<AddResult> addFromMany(Function<String, TaskRequest<?, ?>> request) throws Exception {
      List<List<AddResult>> answers =
          StoreScenario.race(
              THREADS,
              () -> {
                List<AddResult> own = new ArrayList<>();
                for (int i = 0; i < ADDS; i++) {
                  own.add(addUntilTakenUp(request));
                }
                return own;
              });
      return answers.stream().flatMap(List::stream).toList();
    }

    private AddResult addUntilTakenUp(Function<String, TaskRequest<?, ?>> request)
        throws Exception {
      String payload = "p" + next.incrementAndGet();
      for (int i = 1; ; i++) {
        try {
          AddResult result =
              transactions.call(
                  transaction -> baton.tasks().add(transaction, request.apply(payload)));
          if (result.usesSubmittedPayload()) {
            submitted.add(payload);
            return result;
          }
        } catch (StoreException | SQLException conflict) {
          if (i >= MAX_TRIES) {
            throw conflict;
          }
        }
        assertThat(i).as("tries to have %s taken up", payload).isLessThan(MAX_TRIES);
        // While the task runs, no try can succeed, and its thread needs the processor.
        new CountDownLatch(1).await(2, TimeUnit.MILLISECONDS);
      }
    }

    void assertAllRan() throws Exception {
      for (int i = 0; i < 6_000 && ran.size() < submitted.size(); i++) {
        new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS);
      }
      assertThat(ran.keySet()).containsExactlyInAnyOrderElementsOf(submitted);
      assertThat(ran.values()).allMatch(times -> times == 1);
    }

    @Override
    public void close() {
      baton.close();
    }
  }
}
