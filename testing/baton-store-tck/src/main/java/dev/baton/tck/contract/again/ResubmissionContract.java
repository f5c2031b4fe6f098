package dev.baton.tck.contract.again;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.ResubmissionStore.Standing;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Rerun;
import dev.baton.task.rule.ResubmitRules;
import dev.baton.task.rule.Revision;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The contract of every resubmission store. */
public abstract class ResubmissionContract implements StoreFixture {

  /** Returns the resubmission store on the rows of {@link #store()}. */
  protected abstract ResubmissionStore resubmissions();

  @Test
  void itTellsWhereATaskStands() throws Exception {
    Task live = given().added(TaskDraft.ready("T").withPayload(Bytes.of("p")));
    FinishedTask finished = given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    assertThat(standing(live.id())).isInstanceOf(Standing.Live.class);
    assertThat(((Standing.Live) standing(live.id())).task()).isEqualTo(live);
    assertThat(standing(finished.id())).isEqualTo(new Standing.Finished(finished));
    assertThat(standing(UUID.randomUUID())).isEqualTo(new Standing.Gone());
  }

  @Test
  void itTellsWhichTasksArePresent() throws Exception {
    Task live = given().added(TaskDraft.ready("T"));
    FinishedTask kept = given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    Task gone = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    given().applied(HolderRules.done(gone, null, Duration.ZERO));
    TaskDraft own = TaskDraft.ready("T");
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(own.build()));
              List<UUID> asked =
                  List.of(live.id(), kept.id(), gone.id(), own.id(), UUID.randomUUID());
              assertThat(resubmissions().present(transaction, asked))
                  .containsExactlyInAnyOrder(live.id(), kept.id(), own.id());
              assertThat(resubmissions().present(transaction, List.of())).isEmpty();
              return true;
            });
  }

  @Test
  void aTransactionSeesWhatItAddedItself() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueBy("k");
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(draft.build()));
              Standing own = resubmissions().standing(transaction, draft.id(), false);
              assertThat(own).isInstanceOf(Standing.Live.class);
              Revision merged = merge(((Standing.Live) own).task(), "more");
              assertThat(resubmissions().revise(transaction, merged)).isTrue();
              return true;
            });
    assertThat(given().find(draft.id()).spec().payload()).isEqualTo(Bytes.of("more"));
  }

  @Test
  void aRevisionGivesAnotherPayloadUnderTheNextVersionAndNothingElse() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").withPriority(2).withKey("f").uniqueBy("k");
    Task before = given().added(draft.withContext(Map.of("a", "1")));
    TaskSpec spec =
        before
            .spec()
            .with(
                Bytes.of("more"),
                Map.of("a", "2", "b", "ä"),
                TaskTraits.NONE.withPayloadForm("v2,gzip"));
    assertThat(revise(ResubmitRules.merge(before, spec, StoreScenario.HINT_EXPIRY))).isTrue();
    Task after = given().find(before.id());
    assertThat(after.spec()).isEqualTo(spec);
    assertThat(after.position().version()).isEqualTo(2);
    assertThat(after.position().status()).isEqualTo(Status.READY);
    assertThat(after.position().runAt()).isEqualTo(before.position().runAt());
    assertThat(after.createdAt()).isEqualTo(before.createdAt());
    assertThat(after.lastChange()).isEqualTo(before.lastChange());
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(before.id()));
  }

  @Test
  void everyStatusOfATaskThatHasNotBegunCanBeRevised() throws Exception {
    for (Status status : List.of(Status.BLOCKED, Status.WAITING)) {
      Task before = given().added(TaskDraft.in(status));
      assertThat(revise(merge(before, "more"))).isTrue();
      Task after = given().find(before.id());
      assertThat(after.spec().payload()).isEqualTo(Bytes.of("more"));
      assertThat(after.position().status()).isEqualTo(status);
      assertThat(after.position().runAt()).isEqualTo(before.position().runAt());
      assertThat(after.position().nextEventAt()).isEqualTo(before.position().nextEventAt());
    }
  }

  @Test
  void aDebounceMovesTheTimeUpToTheLongest() throws Exception {
    Task before = given().added(TaskDraft.ready("T"));
    Duration delay = Duration.ofMinutes(5);
    assertThat(revise(debounce(before, delay, Duration.ofHours(1)))).isTrue();
    Task later = given().find(before.id());
    assertThat(later.position().status()).isEqualTo(Status.WAITING);
    assertThat(later.position().runAt())
        .isBetween(before.createdAt().plus(delay), later.lastAction().plus(delay));
    assertThat(revise(debounce(later, delay, Duration.ofMinutes(6)))).isTrue();
    passTime(Duration.ofMinutes(2));
    Task aged = given().find(before.id());
    assertThat(revise(debounce(aged, delay, Duration.ofMinutes(6)))).isTrue();
    assertThat(given().find(before.id()).position().runAt())
        .isEqualTo(aged.createdAt().plus(Duration.ofMinutes(6)));
  }

  @Test
  void aTaskThatWasClaimedMeanwhileIsNotRevised() throws Exception {
    Task ready = given().added(TaskDraft.ready("T").withPayload(Bytes.of("p")));
    Task held = given().claim(ready, UUID.randomUUID());
    assertThat(revise(merge(ready, "too late"))).isFalse();
    assertThat(given().find(ready.id())).isEqualTo(held);
    given().applied(HolderRules.done(held, null, StoreScenario.KEEP));
    assertThat(revise(merge(ready, "too late"))).isFalse();
  }

  @Test
  void aCandidateOfBeforeIsNotClaimedAndTheRevisedTaskIsWithItsPayload() throws Exception {
    Task before = given().added(TaskDraft.ready("T"));
    assertThat(revise(merge(before, "more"))).isTrue();
    UUID owner = UUID.randomUUID();
    assertThat(store().claim(owner, StoreScenario.LEASE, List.of(StoreScenario.request(before))))
        .isEmpty();
    assertThat(given().claim(given().find(before.id()), owner).spec().payload())
        .isEqualTo(Bytes.of("more"));
  }

  @Test
  void aRevisionThatIsRolledBackNeverWasAndMeanwhileNobodyClaimsTheTask() throws Exception {
    Task before = given().added(TaskDraft.ready("T").withPayload(Bytes.of("p")));
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          resubmissions().revise(transaction, merge(before, "more"));
                          assertThat(
                                  StoreScenario.<List<Task>>promptly(
                                      () ->
                                          store()
                                              .claim(
                                                  UUID.randomUUID(),
                                                  StoreScenario.LEASE,
                                                  List.of(StoreScenario.request(before)))))
                              .isEmpty();
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(given().find(before.id())).isEqualTo(before);
  }

  @Test
  void aRevisionWaitsForAnotherOfTheSameTaskAndThenFindsIt() throws Exception {
    Task before = given().added(TaskDraft.ready("T"));
    CompletableFuture<Boolean> second =
        transactions()
            .call(
                transaction -> {
                  resubmissions().revise(transaction, merge(before, "first"));
                  CompletableFuture<Boolean> waiting =
                      StoreScenario.elsewhere(() -> revise(merge(before, "second")));
                  StoreScenario.stillWaits(waiting);
                  return waiting;
                });
    assertThat(StoreScenario.answer(second)).isFalse();
    assertThat(given().find(before.id()).spec().payload()).isEqualTo(Bytes.of("first"));
  }

  @Test
  void aFinishedTaskRunsAgainWithWhatWasSubmittedAndHasItsKeys() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").withPayload(Bytes.of("p")).uniqueById().uniqueBy("k");
    FinishedTask finished = given().done(draft, StoreScenario.KEEP);
    assertThat(runAgain(rerun(finished, "again"))).isEmpty();
    Task live = given().find(draft.id());
    assertThat(live.spec().payload()).isEqualTo(Bytes.of("again"));
    assertThat(live.position().version()).isEqualTo(finished.version() + 1);
    assertThat(ResubmitRules.hasBegun(live)).isFalse();
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(draft.id()));
    assertThat(store().findFinished(draft.id())).isEmpty();
    assertThat(runAgain(rerun(finished, "once more"))).contains(RunAgainRefusal.NOT_THERE);
  }

  @Test
  void aTaskInErrorIsFailedAndRunAgainInOneTransactionAndHasItsKeys() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById().uniqueBy("k");
    Task held = given().claimed(draft, UUID.randomUUID());
    given().applied(HolderRules.error(held, "no"));
    Task stopped = given().find(draft.id());
    transactions()
        .call(
            transaction -> {
              Duration keep = StoreScenario.KEEP;
              boolean failed =
                  store().apply(transaction, OperatorRules.fail(stopped, "again", keep));
              assertThat(failed).isTrue();
              Standing ended = resubmissions().standing(transaction, draft.id(), false);
              Rerun again = rerun(((Standing.Finished) ended).task(), "more");
              assertThat(resubmissions().runAgain(transaction, again)).isEmpty();
              return true;
            });
    Task live = given().find(draft.id());
    assertThat(live.spec().payload()).isEqualTo(Bytes.of("more"));
    assertThat(live.position().attempts()).isZero();
    assertThat(ResubmitRules.hasBegun(live)).isFalse();
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(draft.id()));
    assertThat(store().findFinished(draft.id())).isEmpty();
  }

  @Test
  void aRunAgainThatIsRolledBackNeverWas() throws Exception {
    FinishedTask finished = given().done(TaskDraft.ready("T").uniqueById(), StoreScenario.KEEP);
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          resubmissions().runAgain(transaction, rerun(finished, "again"));
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(given().finished(finished.id())).isEqualTo(finished);
    assertThat(store().find(finished.id())).isEmpty();
  }

  @Test
  void aRefusedRunAgainLeavesTheTransactionSoundAndTakesNoKey() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueBy("a").uniqueBy("b");
    FinishedTask finished = given().done(draft, StoreScenario.KEEP);
    Task other = given().added(TaskDraft.ready("T").uniqueBy("b"));
    TaskDraft later = TaskDraft.ready("T");
    transactions()
        .call(
            transaction -> {
              assertThat(resubmissions().runAgain(transaction, rerun(finished, "again")))
                  .contains(RunAgainRefusal.KEY_TAKEN);
              return store().insert(transaction, List.of(later.build()));
            });
    assertThat(store().find(later.id())).isPresent();
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("a")).wasAdded()).isTrue();
    given().applied(OperatorRules.cancel(other, "no", StoreScenario.KEEP));
  }

  private Standing standing(UUID id) throws Exception {
    return transactions().call(transaction -> resubmissions().standing(transaction, id, false));
  }

  private Boolean revise(Revision revision) throws Exception {
    return transactions().call(transaction -> resubmissions().revise(transaction, revision));
  }

  private Optional<RunAgainRefusal> runAgain(Rerun rerun) throws Exception {
    return transactions().call(transaction -> resubmissions().runAgain(transaction, rerun));
  }

  private static Revision merge(Task task, String payload) {
    TaskSpec spec = task.spec().with(Bytes.of(payload), task.spec().context());
    return ResubmitRules.merge(task, spec, StoreScenario.HINT_EXPIRY);
  }

  private Revision debounce(Task task, Duration delay, Duration longest) throws Exception {
    Standing.Live live = (Standing.Live) standing(task.id());
    return ResubmitRules.debounce(
        task, task.spec(), delay, longest, live.now(), StoreScenario.HINT_EXPIRY);
  }

  private static Rerun rerun(FinishedTask task, String payload) {
    TaskSpec spec =
        task.spec().with(Bytes.of(payload), Map.of(), TaskTraits.NONE.withPayloadForm("v3"));
    return ResubmitRules.runAgain(task, spec, AddRules.now(StoreScenario.HINT_EXPIRY, ""));
  }
}
