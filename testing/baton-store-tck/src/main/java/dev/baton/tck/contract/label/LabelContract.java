package dev.baton.tck.contract.label;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.operate.Cursor;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.RunAgainStore;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract for labels: which searches find them, and which don't. */
public interface LabelContract extends CoreFixture {

  /** Returns the operations store on the store's database. */
  OperationsStore operations();

  /** Returns the store, as the one that runs tasks again. */
  RunAgainStore again();

  @Test
  default void aTaskIsFoundByEachOfItsLabelsAliveAndFinished() throws Exception {
    Map<String, String> labels = Map.of("partner", "acme", "Region.1", "Süd & Ost = 50 %");
    UUID live = added(TaskDraft.ready("T"), labels);
    UUID ended = added(TaskDraft.ready("T"), labels);
    UUID other = added(TaskDraft.ready("T"), Map.of("partner", "ACME"));
    given().added(TaskDraft.ready("T"));
    done(ended);
    labels.forEach(
        (name, value) ->
            assertThat(ids(TaskFilter.all().label(name, value)))
                .as(name)
                .containsExactly(live, ended));
    assertThat(ids(TaskFilter.all().label("partner", "ACME"))).containsExactly(other);
    assertThat(ids(TaskFilter.all().label("Partner", "acme"))).isEmpty();
    assertThat(ids(TaskFilter.all().label("partner", "acm"))).isEmpty();
    assertThat(found(TaskFilter.all().ids(Set.of(live, ended))))
        .extracting(FoundTask::labels)
        .containsExactly(labels, labels);
  }

  @Test
  default void aLabelNarrowsWhatElseIsAskedFor() throws Exception {
    UUID one = added(TaskDraft.ready("T"), Map.of("partner", "acme", "run", "1"));
    UUID two = added(TaskDraft.due("U", TaskDraft.FUTURE), Map.of("partner", "acme"));
    UUID three = added(TaskDraft.ready("T"), Map.of("run", "1"));
    done(three);
    TaskFilter acme = TaskFilter.all().label("partner", "acme");
    assertThat(ids(acme.type("T"))).containsExactly(one);
    assertThat(ids(acme.typePrefix("U").bucket("default"))).containsExactly(two);
    assertThat(ids(acme.status(Status.WAITING))).containsExactly(two);
    assertThat(ids(acme.status(Status.DONE))).isEmpty();
    assertThat(ids(acme.ids(Set.of(one, three)))).containsExactly(one);
    assertThat(ids(acme.label("run", "1"))).containsExactly(one);
    assertThat(ids(acme.label("run", "2"))).isEmpty();
    assertThat(ids(TaskFilter.all().label("run", "1").status(Status.DONE))).containsExactly(three);
  }

  @Test
  @Tag("deep")
  default void pagesOfALabelTellEachTaskOnceHoweverManyHaveIt() throws Exception {
    List<NewTask> tasks = new ArrayList<>();
    for (int i = 0; i < TaskFilter.MAX_IDS + 100; i++) {
      TaskDraft draft = TaskDraft.ready("T").withId(near(i));
      tasks.add(labelled(draft, i % 50 == 0 ? Map.of("a", "b", "few", "x") : Map.of("a", "b")));
    }
    insert(tasks);
    List<ClaimRequest> some =
        tasks.stream().limit(500).map(task -> new ClaimRequest(task.id(), 1, 3)).toList();
    List<Task> held = store().claim(UUID.randomUUID(), StoreScenario.LEASE, some);
    store()
        .apply(
            held.stream().map(task -> HolderRules.done(task, null, StoreScenario.KEEP)).toList());
    for (TaskFilter order : List.of(TaskFilter.all(), TaskFilter.all().oldestFirst())) {
      assertThat(pages(order.label("a", "b"), 90)).hasSize(tasks.size());
      assertThat(pages(order.label("few", "x"), 5)).hasSize(22);
      assertThat(pages(order.label("a", "b").status(Status.DONE), 300)).hasSize(500);
    }
  }

  @Test
  default void labelsOutlastTheTasksEndAndItsNextRun() throws Exception {
    UUID id = added(TaskDraft.ready("T"), Map.of("partner", "acme"));
    FinishedTask ended = done(id);
    assertThat(again().runAgain(id, ended.version(), AddRules.now(StoreScenario.HINT_EXPIRY, "")))
        .isEmpty();
    store().prune(100);
    assertThat(ids(TaskFilter.all().label("partner", "acme").status(Status.READY)))
        .containsExactly(id);
  }

  @Test
  default void whatIsNotAddedHasNoLabels() throws Exception {
    UUID first = added(TaskDraft.ready("T").uniqueBy("k"), Map.of("a", "first"));
    assertThat(insert(List.of(labelled(TaskDraft.ready("T").uniqueBy("k"), Map.of("a", "second")))))
        .containsExactly(new AddResult.AlreadyExists(first));
    NewTask third = labelled(TaskDraft.ready("T"), Map.of("a", "third"));
    assertThat(
            insert(
                List.of(
                    labelled(TaskDraft.ready("T").uniqueBy("k"), Map.of("a", "second")), third)))
        .containsExactly(new AddResult.AlreadyExists(first), new AddResult.Added(third.id()));
    assertThat(ids(TaskFilter.all().label("a", "first"))).containsExactly(first);
    assertThat(ids(TaskFilter.all().label("a", "second"))).isEmpty();
    assertThat(ids(TaskFilter.all().label("a", "third"))).containsExactly(third.id());
  }

  @Test
  default void aTaskThatIsGoneIsFoundByNoLabelAndItsIdBringsNoneToTheNext() throws Exception {
    UUID id = added(TaskDraft.ready("T").uniqueById(), Map.of("partner", "acme"));
    Task held = given().claim(given().find(id), UUID.randomUUID());
    given().applied(HolderRules.done(held, null, Duration.ZERO));
    assertThat(ids(TaskFilter.all().label("partner", "acme"))).isEmpty();
    passTime(Duration.ofMillis(2));
    TaskDraft again = TaskDraft.ready("T").withId(id).uniqueById();
    given().added(again);
    assertThat(ids(TaskFilter.all().label("partner", "acme"))).isEmpty();
    assertThat(found(TaskFilter.all().ids(Set.of(id))))
        .singleElement()
        .satisfies(task -> assertThat(task.labels()).isEmpty());
    Task second = given().claim(given().find(id), UUID.randomUUID());
    given().applied(HolderRules.done(second, null, Duration.ZERO));
    passTime(Duration.ofMillis(2));
    insert(List.of(labelled(again, Map.of("partner", "zeta"))));
    store().prune(100);
    assertThat(ids(TaskFilter.all().label("partner", "acme"))).isEmpty();
    assertThat(ids(TaskFilter.all().label("partner", "zeta"))).containsExactly(id);
  }

  /** Returns a task from this draft with these labels. */
  private NewTask labelled(TaskDraft draft, Map<String, String> labels) {
    NewTask task = draft.build();
    return new NewTask(task.id(), task.spec(), task.placement(), task.keys(), task.waits(), labels);
  }

  private UUID added(TaskDraft draft, Map<String, String> labels) throws Exception {
    assertThat(insert(List.of(labelled(draft, labels))))
        .containsExactly(new AddResult.Added(draft.id()));
    return draft.id();
  }

  private List<AddResult> insert(List<NewTask> tasks) throws Exception {
    return store().insert(tasks);
  }

  private FinishedTask done(UUID id) {
    Task held = given().claim(given().find(id), UUID.randomUUID());
    given().applied(HolderRules.done(held, null, StoreScenario.KEEP));
    return given().finished(id);
  }

  /** Returns ids like those that Baton creates within a few milliseconds. */
  private static UUID near(int i) {
    return new UUID(0x0190_0000_0000_7000L + i, 0x8000_0000_0000_0000L + i);
  }

  private List<FoundTask> found(TaskFilter filter) {
    return operations().find(filter, null, 1_000);
  }

  private Set<UUID> pages(TaskFilter filter, int size) {
    Set<UUID> all = new HashSet<>();
    @Nullable Cursor after = null;
    while (true) {
      List<FoundTask> page = operations().find(filter, after, size);
      page.forEach(task -> assertThat(all.add(task.id())).as("returned once").isTrue());
      if (page.size() < size) {
        return all;
      }
      after = page.get(size - 1).cursor();
    }
  }

  private List<UUID> ids(TaskFilter filter) {
    return found(filter).stream().map(FoundTask::id).toList();
  }
}
