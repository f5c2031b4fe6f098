package dev.baton.tck.contract.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for adding tasks that wait for others. */
public interface WaitAddContract extends CoreWaitFixture {
  @Test
  default void whatHadEndedWhenTheTaskWasAddedCountsByHowItEnded() throws Exception {
    FinishedTask done = given().done(TaskDraft.ready("T"), CoreWaitFixture.KEEP);
    Task forgotten = held();
    given().applied(HolderRules.done(forgotten, null, Duration.ZERO));
    UUID atOnce =
        add(
            CoreWaitFixture.waiting(
                Set.of(done.id(), forgotten.id(), UUID.randomUUID()), Set.of()));
    assertThat(status(atOnce)).isEqualTo(Status.READY);
    assertThat(emitted()).extracting(Candidate::id).containsExactly(atOnce);
    Task failing = held();
    given().applied(HolderRules.failed(failing, "broke", CoreWaitFixture.KEEP));
    UUID never = add(CoreWaitFixture.waiting(Set.of(failing.id(), held().id()), Set.of()));
    assertThat(finished(never).status()).isEqualTo(Status.CANCELLED);
    Task live = held();
    UUID waits = add(CoreWaitFixture.waiting(Set.of(live.id()), Set.of(failing.id(), done.id())));
    assertThat(status(waits)).isEqualTo(Status.BLOCKED);
    assertThat(waits().waitedFor(waits))
        .containsExactlyInAnyOrder(
            new Prerequisite(live.id(), null),
            new Prerequisite(failing.id(), Status.FAILED),
            new Prerequisite(done.id(), Status.DONE));
    done(live);
    assertThat(status(waits)).isEqualTo(Status.READY);
  }

  @Test
  default void tasksAndWhatWaitsForThemMayBeAddedTogether() throws Exception {
    NewTask one = TaskDraft.ready("T").build();
    NewTask two = CoreWaitFixture.waiting(Set.of(one.id()), Set.of());
    NewTask three = CoreWaitFixture.waiting(Set.of(one.id(), two.id()), Set.of());
    store().insert(List.of(one, two, three));
    done(given().claim(find(one.id()), CoreWaitFixture.OWNER));
    assertThat(status(three.id())).isEqualTo(Status.BLOCKED);
    done(given().claim(find(two.id()), CoreWaitFixture.OWNER));
    assertThat(status(three.id())).isEqualTo(Status.READY);
  }

  @Test
  default void aWaiterThatMeetsATakenKeyLeavesNothingBehind() throws Exception {
    Task before = held();
    given().added(TaskDraft.ready("W").uniqueBy("k"));
    TaskDraft draft =
        TaskDraft.of("W", AddRules.waiting(null, "")).uniqueBy("k").withId(UUID.randomUUID());
    NewTask twin = CoreWaitFixture.withWaits(draft.build(), Set.of(before.id()), Set.of());
    AddResult answer = store().insert(List.of(twin)).get(0);
    assertThat(answer.wasAdded()).isFalse();
    done(before);
    assertThat(store().find(twin.id())).isEmpty();
    assertThat(emitted()).isEmpty();
  }

  @Test
  default void anIdOfTheCallersOwnMayBeAWaitersAgain() throws Exception {
    UUID own = UUID.randomUUID();
    for (int i = 0; i < 2; i++) {
      Task before = held();
      Task other = held();
      TaskDraft draft = TaskDraft.of("W", AddRules.waiting(null, "")).withId(own).uniqueById();
      add(CoreWaitFixture.withWaits(draft.build(), Set.of(before.id(), other.id()), Set.of()));
      done(before);
      assertThat(status(own)).isEqualTo(Status.BLOCKED);
      done(other);
      Task ready = find(own);
      given()
          .applied(
              HolderRules.done(given().claim(ready, CoreWaitFixture.OWNER), null, Duration.ZERO));
    }
  }
}
