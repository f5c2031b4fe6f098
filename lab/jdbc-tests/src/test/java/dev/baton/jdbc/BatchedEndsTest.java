package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.AuditNote;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperationsStore.NotedRerun;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests that finished tasks that share a row are found, run again and pruned like tasks with their
 * own row.
 */
class BatchedEndsTest {
  private static final NodeStart NODE = new NodeStart(7);

  /** The first 36 bits of an id are its time in steps of four seconds. */
  private static final long FOUR_SECONDS = 1L << 28;

  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);
  private final JdbcTaskStore store = fixture.store();
  private final JdbcOperationsStore operations =
      new JdbcOperationsStore(
          Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));

  @Test
  void tasksThatEndAlikeShareARowAndLoseNothing() throws Exception {
    List<Task> held =
        claimed(
            1,
            IntStream.range(0, 5)
                .mapToObj(
                    i ->
                        draft("T", i)
                            .withKey("k" + i)
                            .withPriority(i)
                            .withPayload(bytes("payload " + i))
                            .withContext(Map.of("tenant", "t" + i)))
                .toList());
    end(held, StoreScenario.KEEP);
    assertThat(batches()).isEqualTo(1);
    assertThat(rows()).isZero();
    for (Task task : held) {
      FinishedTask ended = fixture.given().finished(task.id());
      assertThat(ended.spec()).isEqualTo(task.spec());
      assertThat(ended.createdAt()).isEqualTo(task.createdAt());
      assertThat(ended.status()).isEqualTo(Status.DONE);
      assertThat(ended.version()).isEqualTo(task.position().version() + 1);
      assertThat(ended.owner()).isEqualTo(task.position().owner());
      assertThat(ended.attempts()).isEqualTo(1);
      assertThat(Duration.between(ended.finishedAt(), ended.keepUntil()))
          .isEqualTo(StoreScenario.KEEP);
    }
    Set<UUID> ids = Set.copyOf(ids(held));
    assertThat(store.liveAndFinished(ids).finished()).extracting(FinishedTask::id).hasSize(5);
    assertThat(store.findFinished(draft("T", 9).id())).isEmpty();
  }

  @Test
  void aPayloadThatIsToBeRemovedIsNotInTheSharedRowEither() throws Exception {
    TaskTraits traits = TaskTraits.NONE.clearingPayload();
    List<Task> held =
        claimed(
            1,
            IntStream.range(0, 6)
                .mapToObj(
                    i ->
                        draft("T", i)
                            .withPayload(bytes("payload " + i))
                            .withTraits(i < 3 ? traits : TaskTraits.NONE))
                .toList());
    end(held, StoreScenario.KEEP);
    assertThat(batches()).isEqualTo(1);
    assertThat(number("SELECT count(p) FROM baton_shared_row b, unnest(b.payload) AS p"))
        .isEqualTo(3);
    for (Task task : held) {
      boolean cleared = task.spec().traits().equals(traits);
      FinishedTask ended = fixture.given().finished(task.id());
      assertThat(ended.spec().isPayloadCleared()).isEqualTo(cleared);
      assertThat(ended.spec()).isEqualTo(task.spec().kept());
      NextPosition now = AddRules.now(Duration.ofDays(1), "");
      assertThat(store.runAgain(task.id(), ended.version(), now).isPresent()).isEqualTo(cleared);
    }
  }

  @Test
  void eachTypeAndEachFourSecondsHaveASeparateRow() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      drafts.add(draft(i % 2 == 0 ? "T" : "U", i % 3 * FOUR_SECONDS + i));
    }
    List<Task> held = claimed(1, drafts);
    end(held, StoreScenario.KEEP);
    assertThat(batches()).isEqualTo(6);
    assertThat(number("SELECT count(*) FROM baton_kept")).isEqualTo(12);
    held.forEach(task -> fixture.given().finished(task.id()));
    assertThat(found(TaskFilter.all().type("U"))).hasSize(6);
  }

  @Test
  void largeTasksAndTasksWithAHistoryHaveASeparateRow() throws Exception {
    String large = "x".repeat(2_001);
    List<Task> held =
        claimed(
            1,
            List.of(
                draft("T", 1).withPayload(bytes(large)),
                draft("T", 2).withContext(Map.of("a", large)),
                draft("T", 3)));
    List<Task> again = claimed(2, List.of(draft("T", 4)));
    fixture.given().applied(HolderRules.retry(again.get(0), Duration.ZERO, "first"));
    again = store.claim(NODE.owner(3), StoreScenario.LEASE, requests(again));
    end(held, StoreScenario.KEEP);
    end(again, StoreScenario.KEEP);
    assertThat(number("SELECT sum(tasks) FROM baton_shared_row")).isEqualTo(1);
    assertThat(rows()).isEqualTo(again.size() + 2);
  }

  @Test
  void listsShowTasksOfSharedRowsInOrder() throws Exception {
    List<UUID> ended = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      List<Task> held = claimed(i + 1, List.of(draft("T", 2 * i), draft("T", 2 * i + 1)));
      if (i == 2) {
        held.forEach(t -> fixture.given().applied(done(t, StoreScenario.KEEP)));
      } else {
        end(held, StoreScenario.KEEP);
      }
      ended.addAll(ids(held));
    }
    assertThat(batches()).isEqualTo(3);
    List<UUID> all = found(TaskFilter.all().status(Status.DONE).oldestFirst());
    assertThat(all).containsExactlyElementsOf(ended);
    List<UUID> pages = new ArrayList<>();
    List<FoundTask> page = operations.find(TaskFilter.all().status(Status.DONE), null, 3);
    while (!page.isEmpty()) {
      page.forEach(task -> pages.add(0, task.id()));
      page =
          operations.find(
              TaskFilter.all().status(Status.DONE), page.get(page.size() - 1).cursor(), 3);
    }
    assertThat(pages).containsExactlyElementsOf(ended);
    UUID one = ended.get(3);
    assertThat(found(TaskFilter.all().ids(Set.of(one, ended.get(5), new UUID(1, 1)))))
        .containsExactlyInAnyOrder(one, ended.get(5));
    assertThat(found(TaskFilter.all().correlation(one))).containsExactly(one);
    assertThat(found(TaskFilter.all().parent(one))).isEmpty();
    assertThat(found(TaskFilter.all().key("nobody"))).isEmpty();
    assertThat(found(TaskFilter.all().status(Status.FAILED))).isEmpty();
  }

  @Test
  void runningOneTaskAgainGivesTheOthersSeparateRows() throws Exception {
    List<Task> held =
        claimed(
            1,
            IntStream.range(0, 3)
                .mapToObj(i -> draft("T", i).withPayload(bytes("payload " + i)))
                .toList());
    end(held, StoreScenario.KEEP);
    FinishedTask first = fixture.given().finished(held.get(0).id());
    FinishedTask last = fixture.given().finished(held.get(2).id());
    assertThat(
            store.runAgain(
                first.id(),
                first.version(),
                OperatorRules.runAgain(first, null, StoreScenario.HINT_EXPIRY)))
        .isEmpty();
    assertThat(batches()).isZero();
    assertThat(fixture.given().find(first.id()).spec()).isEqualTo(first.spec());
    assertThat(fixture.given().finished(last.id())).isEqualTo(last);
    assertThat(found(TaskFilter.all().status(Status.DONE))).hasSize(2);
  }

  @Test
  void lockedSharedRowDelaysNoOtherTaskThatRunsAgain() throws Exception {
    List<Task> locked = claimed(1, List.of(draft("T", 1), draft("T", 2), draft("T", 3)));
    end(locked, StoreScenario.KEEP);
    List<Task> others = claimed(2, List.of(draft("U", 4), draft("U", 5)));
    end(others, StoreScenario.KEEP);
    List<NotedRerun> reruns = new ArrayList<>();
    for (Task task : List.of(locked.get(0), others.get(0), locked.get(1), others.get(1))) {
      FinishedTask ended = fixture.given().finished(task.id());
      UUID note = UUID.randomUUID();
      reruns.add(
          new NotedRerun(
              task.id(),
              ended.version(),
              OperatorRules.runAgain(ended, null, StoreScenario.HINT_EXPIRY),
              new AuditNote(note, task.id(), ended.version(), "ann", "RUN_AGAIN", null, null)));
    }
    Optional<RunAgainRefusal> leftOut = Optional.of(RunAgainRefusal.LEFT_OUT);
    try (Connection holder = fixture.dataSource().getConnection()) {
      holder.setAutoCommit(false);
      holder
          .createStatement()
          .executeQuery("SELECT * FROM baton_shared_row WHERE type = 'T' FOR UPDATE");
      assertThat(StoreScenario.promptly(() -> operations.runAllAgain(reruns)))
          .containsExactly(leftOut, Optional.empty(), leftOut, Optional.empty());
      holder.rollback();
      holder.setAutoCommit(true);
    }
    assertThat(operations.runAllAgain(List.of(reruns.get(0), reruns.get(2))))
        .containsOnly(Optional.empty());
    assertThat(number("SELECT count(*) FROM baton_audit")).isEqualTo(4);
  }

  @Test
  void tasksWithoutAChainStayWithoutOneInSeparateRows() throws Exception {
    List<NewTask> tasks =
        IntStream.range(0, 3)
            .mapToObj(i -> draft("T", i))
            .map(draft -> new NewTask(draft.id(), draft.spec(), draft.placement(), List.of()))
            .toList();
    store.insert(tasks);
    List<ClaimRequest> requests =
        tasks.stream().map(task -> new ClaimRequest(task.id(), 1, 3)).toList();
    end(store.claim(NODE.owner(1), StoreScenario.LEASE, requests), StoreScenario.KEEP);
    assertThat(batches()).isEqualTo(1);
    FinishedTask first = fixture.given().finished(tasks.get(0).id());
    FinishedTask last = fixture.given().finished(tasks.get(2).id());
    assertThat(last.spec()).isEqualTo(tasks.get(2).spec());
    NextPosition now = AddRules.now(StoreScenario.HINT_EXPIRY, "");
    assertThat(store.runAgain(first.id(), first.version(), now)).isEmpty();
    assertThat(batches()).isZero();
    assertThat(fixture.given().finished(last.id())).isEqualTo(last);
  }

  @Test
  void tasksOfASharedRowArePrunedTogether() throws Exception {
    end(claimed(1, List.of(draft("T", 1), draft("T", 2), draft("T", 3))), Duration.ofMillis(1));
    end(claimed(2, List.of(draft("T", 4), draft("T", 5))), Duration.ofMillis(1));
    end(claimed(3, List.of(draft("T", 6), draft("T", 7))), StoreScenario.KEEP);
    fixture.passTime(Duration.ofMillis(20));
    assertThat(store.prune(2)).isEqualTo(3);
    assertThat(store.prune(2)).isEqualTo(2);
    assertThat(store.prune(2)).isZero();
    assertThat(number("SELECT count(*) FROM baton_kept")).isEqualTo(2);
  }

  private static TaskDraft draft(String type, long place) {
    return TaskDraft.ready(type).withId(new UUID(0x0193_a5b2_c000_7000L + place, place));
  }

  private List<Task> claimed(long owner, List<TaskDraft> drafts) throws Exception {
    fixture.given().addAll(drafts);
    List<Task> ready = drafts.stream().map(draft -> fixture.given().find(draft.id())).toList();
    List<Task> claimed = store.claim(NODE.owner(owner), StoreScenario.LEASE, requests(ready));
    assertThat(claimed).hasSize(drafts.size());
    return claimed;
  }

  private static List<ClaimRequest> requests(List<Task> ready) {
    return ready.stream().map(StoreScenario::request).toList();
  }

  private void end(List<Task> held, Duration keep) {
    store.tryApply(held.stream().map(task -> done(task, keep)).toList());
  }

  private static Transition done(Task held, Duration keep) {
    return HolderRules.done(held, null, keep);
  }

  private List<UUID> found(TaskFilter filter) {
    return operations.find(filter, null, 100).stream().map(FoundTask::id).toList();
  }

  private static List<UUID> ids(List<Task> tasks) {
    return tasks.stream().map(Task::id).toList();
  }

  private static Bytes bytes(String text) {
    return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private long batches() throws Exception {
    return number("SELECT count(*) FROM baton_shared_row");
  }

  private long rows() throws Exception {
    return number("SELECT count(*) FROM baton_finished");
  }

  private long number(String query) throws Exception {
    return TestDatabase.number(fixture.dataSource(), query);
  }
}
