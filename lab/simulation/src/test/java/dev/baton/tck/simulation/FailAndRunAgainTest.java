package dev.baton.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.ResubmissionStore.Standing;
import dev.baton.spi.TaskStore;
import dev.baton.task.Bytes;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.ResubmitRules;
import dev.baton.tck.MemoryResubmissionStore;
import dev.baton.tck.MemoryTransaction;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import dev.baton.tck.contract.waits.CoreWaitFixture;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Tests the checkers' findings about a task in ERROR that fails and is submitted again in one
 * transaction.
 */
final class FailAndRunAgainTest {

  @Test
  void endOfATaskThatRunsAgainAtOnceCounts() throws Exception {
    assertThat(violations(rows -> rows, Rows::submitAgain)).isEmpty();
  }

  @Test
  void tasksThatNeedAFailedTaskMustBeNotified() throws Exception {
    assertThat(violations(WaitCanaries.TellsNobody::new, Rows::submitAgain))
        .singleElement()
        .asString()
        .contains("which it needs, failed and runs again");
  }

  @Test
  void newLifeWithoutAnEndIsAViolation() throws Exception {
    assertThat(violations(rows -> rows, Rows::retryAndLetGo))
        .anyMatch(text -> text.contains("a version went from 3 to 5"))
        .anyMatch(text -> text.contains("was cancelled although nothing that it needs has failed"))
        .anyMatch(text -> text.contains("was released but still has something to wait for"))
        .anyMatch(text -> text.contains("the step first of"));
  }

  private interface Deed {
    void in(Rows rows) throws Exception;
  }

  private static List<String> violations(UnaryOperator<TaskStore> way, Deed deed) throws Exception {
    Rows[] rows = new Rows[1];
    Simulation.run(
        1,
        new Trace(0),
        simulation -> {
          rows[0] = new Rows(simulation, way);
          rows[0].inErrorWithWaiters();
          assertThat(rows[0].violations.all()).isEmpty();
          deed.in(rows[0]);
          rows[0].makesItsStepAnew();
        });
    return rows[0].violations.all();
  }

  /** A task in ERROR that has a kept step, a task that needs it, and a task that awaits its end. */
  private static final class Rows {
    private static final UUID OWNER = new UUID(7, 1);

    final Violations violations;
    private final SimulatedMemory database;
    private final SimulatedNode node;
    private final SimulatedNode client;
    private final History history;
    private final StepCheck steps;
    private final TaskStore store;
    private final StoreScenario given;
    private final NewTask first = TaskDraft.ready(Types.NOTED).build();
    private final NewTask needs = CoreWaitFixture.waiting(Set.of(first.id()), Set.of());
    private final NewTask awaits = CoreWaitFixture.waiting(Set.of(), Set.of(first.id()));

    Rows(Simulation simulation, UnaryOperator<TaskStore> way) {
      violations = new Violations(simulation);
      database = new SimulatedMemory(simulation);
      node = new SimulatedNode(simulation, "n1");
      client = new SimulatedNode(simulation, "n2");
      history = new History(database);
      steps = new StepCheck(violations, history);
      WaitCheck waits = new WaitCheck(violations, database, false, task -> false);
      Types types = new Types(10, StoreScenario.LEASE);
      PauseCheck pauses = new PauseCheck(violations, simulation, history);
      BucketCheck buckets = new BucketCheck(violations);
      Runs runs = new Runs(violations, database, history, types, true, pauses, buckets);
      ClientCheck clients = new ClientCheck(violations, waits);
      clients.isClient(client);
      history.add(clients);
      history.add(new RowRules(violations, history, runs, waits, true));
      history.add(steps);
      history.add(waits);
      store = waits.overheard(way.apply(database.rows()));
      given = new StoreScenario(database.rows());
    }

    void inErrorWithWaiters() {
      MemoryTransaction adding = database.rows().begin();
      store.insert(adding, List.of(first, needs, awaits));
      adding.commit();
      told(client, Verb.COMMIT);
      Task held = given.claim(given.find(first.id()), OWNER);
      told(node, Verb.CLAIM);
      steps.given(held.id(), held.position().version(), "first", Bytes.of("once"));
      given.applied(HolderRules.error(held, "broke"));
      told(node, Verb.APPLY);
    }

    /** Submits the task again, as a person does. */
    void submitAgain() {
      MemoryTransaction again = database.rows().begin();
      Task task = given.find(first.id());
      store.apply(again, OperatorRules.fail(task, "Submitted again", StoreScenario.KEEP));
      MemoryResubmissionStore resubmissions = new MemoryResubmissionStore(database.rows());
      FinishedTask failed =
          ((Standing.Finished) resubmissions.standing(again, task.id(), false)).task();
      assertThat(
              resubmissions.runAgain(
                  again, ResubmitRules.runAgain(failed, task.spec(), first.placement())))
          .isEmpty();
      again.commit();
      told(client, Verb.COMMIT);
    }

    /**
     * Records a retry and the release of a waiter as one commit, although the task has not ended.
     */
    void retryAndLetGo() {
      given.applied(OperatorRules.retry(given.find(first.id()), null, StoreScenario.HINT_EXPIRY));
      given.applied(
          OperatorRules.reschedule(given.find(first.id()), null, StoreScenario.HINT_EXPIRY));
      given.applied(OperatorRules.cancel(given.find(needs.id()), "by mistake", StoreScenario.KEEP));
      given.applied(
          OperatorRules.reschedule(given.find(awaits.id()), null, StoreScenario.HINT_EXPIRY));
      told(client, Verb.COMMIT);
    }

    void makesItsStepAnew() {
      Task held = given.claim(given.find(first.id()), OWNER);
      told(node, Verb.CLAIM);
      steps.given(held.id(), held.position().version(), "first", Bytes.of("anew"));
    }

    private void told(SimulatedNode by, Verb verb) {
      history.changed(by, verb, List.of(first.id(), needs.id(), awaits.id()));
    }
  }
}
