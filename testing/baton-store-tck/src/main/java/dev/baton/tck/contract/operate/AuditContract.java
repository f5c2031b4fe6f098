package dev.baton.tck.contract.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Cursor;
import dev.baton.operate.TimeRange;
import dev.baton.spi.AuditNote;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OperationsStore.NotedTransition;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.TaskEdit;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract for changes by hand and their audit entries. */
public interface AuditContract extends CoreFixture {

  /** Returns the operations store on the store's database. */
  OperationsStore operations();

  @Test
  default void aTransitionAndItsNoteAreWrittenTogetherOrNotAtAll() throws Exception {
    Task first = given().added(TaskDraft.ready("T"));
    Task second = given().added(TaskDraft.ready("T"));
    given().applied(OperatorRules.hold(second));
    List<Boolean> applied =
        operations()
            .apply(
                List.of(
                    noted(second, "too late", "alice"),
                    noted(first, "in time", "Zo\u00eb \"Z\" \uD83D\uDE80")));
    assertThat(applied).containsExactly(false, true);
    assertThat(given().finished(first.id()).error()).isEqualTo("in time");
    assertThat(given().find(second.id()).position().status()).isEqualTo(Status.BLOCKED);
    AuditEntry entry = only(AuditFilter.all());
    assertThat(entry.taskId()).isEqualTo(first.id());
    assertThat(entry.version()).isEqualTo(1);
    assertThat(entry.actor()).isEqualTo("Zo\u00eb \"Z\" \uD83D\uDE80");
    assertThat(entry.action()).isEqualTo("CANCEL");
    assertThat(entry.reason()).isEqualTo("in time");
    assertThat(entry.detail()).isEqualTo("detail");
    Instant cancelled = given().finished(first.id()).finishedAt();
    assertThat(entry.writtenAt()).isBetween(cancelled, cancelled.plusSeconds(60));
    assertThat(operations().apply(List.of())).isEmpty();
  }

  @Test
  default void aTaskThatDoesNotRunIsEditedUnderTheVersionThatWasSeen() throws Exception {
    for (Status status : List.of(Status.BLOCKED, Status.WAITING, Status.READY, Status.ERROR)) {
      Task task =
          given()
              .added(
                  TaskDraft.in(status)
                      .withPayload(Bytes.of("old"))
                      .withContext(Map.of("a", "1", "b", "2")));
      TaskTraits traits = TaskTraits.NONE.withPayloadForm("v3");
      TaskEdit edit = OperatorRules.edit(task, Bytes.of("new"), traits);
      assertThat(operations().edit(edit, note(task.id(), "EDIT", "alice", null))).isTrue();
      Task edited = given().find(task.id());
      assertThat(edited).isEqualTo(edit.of(task, edited.lastAction()));
      assertThat(edited.spec())
          .isEqualTo(task.spec().with(Bytes.of("new"), task.spec().context(), traits));
      assertThat(edited.position().version()).isEqualTo(task.position().version() + 1);
      assertThat(operations().edit(edit, note(task.id(), "EDIT", "bob", null))).isFalse();
      TaskEdit nothing = OperatorRules.edit(edited, null, TaskTraits.NONE);
      assertThat(operations().edit(nothing, note(task.id(), "EDIT", "alice", null))).isTrue();
      assertThat(given().find(task.id()).spec().payload()).isNull();
      assertThat(given().find(task.id()).spec().traits()).isEqualTo(TaskTraits.NONE);
      assertThat(given().find(task.id()).spec().context()).isEqualTo(task.spec().context());
    }
    assertThat(entries(AuditFilter.all())).hasSize(8).noneMatch(e -> e.actor().equals("bob"));
  }

  @Test
  default void anEditedTaskIsClaimedByItsNewVersionAndPriorityOnly() throws Exception {
    Task task = given().added(TaskDraft.ready("T"));
    TaskEdit edit = OperatorRules.prioritize(task, 1);
    assertThat(operations().edit(edit, note(task.id(), "PRIORITIZE", "alice", null))).isTrue();
    assertThat(
            store()
                .claim(
                    UUID.randomUUID(), StoreScenario.LEASE, List.of(StoreScenario.request(task))))
        .isEmpty();
    assertThat(store().firstOfEachFlow("default", null, 10))
        .extracting(c -> c.priority())
        .containsExactly(1);
    Task held = given().claim(given().find(task.id()), UUID.randomUUID());
    assertThat(held.spec().priority()).isEqualTo(1);
  }

  @Test
  default void anEditLeavesOtherTasksAlone() throws Exception {
    Task task = given().added(TaskDraft.ready("T").withPayload(Bytes.of("old")));
    Task other = given().added(TaskDraft.ready("T").withPayload(Bytes.of("old")));
    TaskEdit edit = OperatorRules.edit(task, Bytes.of("new"), TaskTraits.NONE);
    assertThat(operations().edit(edit, note(task.id(), "EDIT", "alice", null))).isTrue();
    assertThat(given().find(other.id())).isEqualTo(other);
  }

  @Test
  default void aTaskThatRunsMeanwhileIsNotEdited() throws Exception {
    Task task = given().added(TaskDraft.ready("T").withPayload(Bytes.of("old")));
    TaskEdit edit = OperatorRules.edit(task, Bytes.of("new"), TaskTraits.NONE);
    Task held = given().claim(task, UUID.randomUUID());
    assertThat(operations().edit(edit, note(task.id(), "EDIT", "alice", null))).isFalse();
    assertThat(given().find(task.id())).isEqualTo(held);
    assertThat(entries(AuditFilter.all())).isEmpty();
  }

  @Test
  default void runningAgainIsNotedWhenItIsDone() throws Exception {
    FinishedTask done = given().done(TaskDraft.ready("T").uniqueBy("k"), StoreScenario.KEEP);
    AuditNote note = note(done.id(), "RUN_AGAIN", "alice", "why not");
    var placement = AddRules.now(StoreScenario.HINT_EXPIRY, "");
    assertThat(
            operations()
                .runAgain(done.id(), done.version() + 7, placement, NoteCut.Whole.ALL, note))
        .contains(RunAgainRefusal.NOT_THERE);
    Task other = given().added(TaskDraft.ready("T").uniqueBy("k"));
    assertThat(operations().runAgain(done.id(), done.version(), placement, NoteCut.Whole.ALL, note))
        .contains(RunAgainRefusal.KEY_TAKEN);
    assertThat(entries(AuditFilter.all())).isEmpty();
    given().applied(HolderRules.done(given().claim(other, UUID.randomUUID()), null, Duration.ZERO));
    assertThat(operations().runAgain(done.id(), done.version(), placement, NoteCut.Whole.ALL, note))
        .isEmpty();
    assertThat(given().find(done.id()).position().version()).isEqualTo(done.version() + 1);
    assertThat(only(AuditFilter.all()).action()).isEqualTo("RUN_AGAIN");
  }

  @Test
  default void theAuditIsReadLatestFirstPageByPageByTaskActorAndTime() throws Exception {
    UUID task = UUID.randomUUID();
    for (int i = 0; i < 7; i++) {
      operations().note(note(i % 2 == 0 ? task : null, "A" + i, i < 3 ? "alice" : "bob", null));
      passTime(Duration.ofMillis(2));
    }
    assertThat(actions(AuditFilter.all()))
        .containsExactly("A6", "A5", "A4", "A3", "A2", "A1", "A0");
    assertThat(actions(AuditFilter.all().task(task))).containsExactly("A6", "A4", "A2", "A0");
    assertThat(actions(AuditFilter.all().actor("bob"))).containsExactly("A6", "A5", "A4", "A3");
    assertThat(actions(AuditFilter.all().actor("alice").task(task))).containsExactly("A2", "A0");
    assertThat(actions(AuditFilter.all().action("A3"))).containsExactly("A3");
    assertThat(actions(AuditFilter.all().action("A3").actor("alice"))).isEmpty();
    List<AuditEntry> all = entries(AuditFilter.all());
    TimeRange middle = TimeRange.between(all.get(4).writtenAt(), all.get(2).writtenAt());
    assertThat(actions(AuditFilter.all().writtenAt(middle))).containsExactly("A3", "A2");
    List<AuditEntry> paged = new ArrayList<>();
    Cursor after = null;
    for (int i = 0; i < 4; i++) {
      List<AuditEntry> page = operations().audit(AuditFilter.all(), after, 2);
      paged.addAll(page);
      after = Cursor.parse(page.get(page.size() - 1).cursor().text());
    }
    assertThat(paged).isEqualTo(all);
    assertThat(operations().audit(AuditFilter.all(), after, 2)).isEmpty();
    assertThat(all.get(1).taskId()).isNull();
    assertThat(all.get(1).version()).isNull();
  }

  @Test
  default void oldEntriesOfTheAuditArePrunedOldestFirst() throws Exception {
    for (int i = 0; i < 3; i++) {
      operations().note(note(null, "OLD" + i, "alice", null));
      passTime(Duration.ofMillis(2));
    }
    passTime(Duration.ofDays(10));
    operations().note(note(null, "NEW", "alice", null));
    assertThat(operations().pruneAudit(Duration.ofDays(20), 10)).isZero();
    assertThat(operations().pruneAudit(Duration.ofDays(5), 2)).isEqualTo(2);
    assertThat(actions(AuditFilter.all())).hasSize(2).startsWith("NEW");
    assertThat(operations().pruneAudit(Duration.ofDays(5), 2)).isEqualTo(1);
    assertThat(actions(AuditFilter.all())).containsExactly("NEW");
  }

  private static NotedTransition noted(Task task, String reason, String actor) {
    return new NotedTransition(
        OperatorRules.cancel(task, reason, StoreScenario.KEEP),
        new AuditNote(UUID.randomUUID(), task.id(), 1L, actor, "CANCEL", reason, "detail"));
  }

  private static AuditNote note(
      @Nullable UUID task, String action, String actor, @Nullable String reason) {
    Long version = task == null ? null : 1L;
    return new AuditNote(UUID.randomUUID(), task, version, actor, action, reason, null);
  }

  private List<AuditEntry> entries(AuditFilter filter) {
    return operations().audit(filter, null, 100);
  }

  private List<String> actions(AuditFilter filter) {
    return entries(filter).stream().map(AuditEntry::action).toList();
  }

  private AuditEntry only(AuditFilter filter) {
    List<AuditEntry> found = entries(filter);
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
