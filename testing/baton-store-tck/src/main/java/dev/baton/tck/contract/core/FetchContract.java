package dev.baton.tck.contract.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract for finding flows with ready tasks, and the first tasks of each flow. */
public interface FetchContract extends CoreFixture {

  @Test
  default void flowsWithReadyTasksComeInOrderPageByPage() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (String type : List.of("B", "A", "C")) {
      for (String key : List.of("2", "", "1")) {
        drafts.add(TaskDraft.ready(type).withKey(key));
        drafts.add(TaskDraft.ready(type).withKey(key));
      }
    }
    given().addAll(drafts);
    List<Candidate> read = new ArrayList<>();
    @Nullable Candidate after = null;
    for (int size : new int[] {4, 4, 1, 0}) {
      List<Candidate> page = store().firstOfEachFlow("default", after, 4);
      assertThat(page).hasSize(size);
      read.addAll(page);
      after = read.get(read.size() - 1);
    }
    assertThat(read)
        .extracting(Candidate::flow)
        .containsExactly(
            new Flow("A", ""),
            new Flow("A", "1"),
            new Flow("A", "2"),
            new Flow("B", ""),
            new Flow("B", "1"),
            new Flow("B", "2"),
            new Flow("C", ""),
            new Flow("C", "1"),
            new Flow("C", "2"));
  }

  @Test
  default void pagesOfFlowsGoOnAfterAFlowThatIsGone() throws Exception {
    given().addAll(List.of(TaskDraft.ready("A"), TaskDraft.ready("C").withKey("k")));
    for (Flow gone : List.of(new Flow("B", "zzz"), new Flow("A", ""))) {
      assertThat(store().firstOfEachFlow("default", place(gone, 9), 4))
          .extracting(Candidate::flow)
          .containsExactly(new Flow("C", "k"));
    }
    assertThat(store().firstOfEachFlow("default", place(new Flow("C", "k"), 9), 4)).isEmpty();
  }

  @Test
  default void theFirstReadyTaskOfEachFlowIsToldForEachOfItsPriorities() throws Exception {
    List<TaskDraft> heads = new ArrayList<>();
    for (String key : List.of("a", "b")) {
      for (int priority : new int[] {0, 4, 9}) {
        heads.add(
            TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE)
                .withKey(key)
                .withPriority(priority));
      }
    }
    List<TaskDraft> all = new ArrayList<>(heads);
    for (TaskDraft head : heads) {
      Instant later = TaskDraft.PAST.plusSeconds(1);
      TaskDraft behind = TaskDraft.ready("T", later, TaskDraft.FUTURE);
      all.add(
          behind.withKey(head.build().spec().key()).withPriority(head.build().spec().priority()));
    }
    Collections.shuffle(all, new Random(5));
    given().addAll(all);
    List<UUID> expected = heads.stream().map(TaskDraft::id).toList();
    List<Candidate> whole = store().firstOfEachFlow("default", null, 100);
    assertThat(whole).extracting(Candidate::id).isEqualTo(expected);
    assertThat(store().firstOfEachFlow("default", whole.get(1), 3)).isEqualTo(whole.subList(2, 5));
  }

  @Test
  default void aScanTellsAllTasksFlowByFlow() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (Flow flow : List.of(new Flow("S", "b"), new Flow("T", "a"), new Flow("T", "b"))) {
      for (int priority : new int[] {0, 4, 9}) {
        for (int second = 0; second < 3; second++) {
          Instant arrived = TaskDraft.PAST.plusSeconds(second);
          drafts.add(
              TaskDraft.ready(flow.type(), arrived, TaskDraft.FUTURE)
                  .withKey(flow.key())
                  .withPriority(priority));
        }
      }
    }
    List<TaskDraft> shuffled = new ArrayList<>(drafts);
    Collections.shuffle(shuffled, new Random(7));
    given().addAll(shuffled);
    List<Candidate> whole = store().scan("default", null, 100);
    assertThat(whole)
        .extracting(Candidate::id)
        .isEqualTo(drafts.stream().map(TaskDraft::id).toList());
    assertThat(whole.subList(0, 9))
        .isEqualTo(store().fetch("default", List.of(all("S", "b")), 100));
    for (int after = 0; after < whole.size(); after++) {
      // Continues after the whole flow and priority, wherever in it the last page ended.
      int next = after / 3 * 3 + 3;
      assertThat(store().scan("default", whole.get(after), 4))
          .isEqualTo(whole.subList(next, Math.min(next + 4, whole.size())));
    }
    assertThat(store().scan("default", place(new Flow("S", "zzz"), 9), 1))
        .isEqualTo(whole.subList(9, 10));
    assertThat(store().scan("nobody's", null, 10)).isEmpty();
  }

  @Test
  default void aFetchBeginsAtThePlaceOfEachPriorityThatIsNamed() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (int priority : new int[] {0, 3, 5, 9}) {
      for (int second = 0; second < 4; second++) {
        Instant arrived = TaskDraft.PAST.plusSeconds(second);
        drafts.add(TaskDraft.ready("T", arrived, TaskDraft.FUTURE).withPriority(priority));
      }
    }
    given().addAll(drafts);
    given().add(TaskDraft.ready("U", TaskDraft.PAST, TaskDraft.FUTURE));
    FetchRequest late =
        new FetchRequest(
            new Flow("T", ""),
            Map.of(
                3, ReadyPlace.before(TaskDraft.PAST.plusSeconds(2)),
                9, ReadyPlace.before(TaskDraft.PAST.plusSeconds(3))),
            Share.WHOLE);
    List<FetchRequest> both = List.of(late, FetchRequest.all(new Flow("U", "")));
    List<UUID> wanted = new ArrayList<>(drafts.stream().map(TaskDraft::id).toList());
    List<UUID> earlier =
        List.of(4, 5, 12, 13, 14).stream().map(index -> drafts.get(index).id()).toList();
    wanted.removeAll(earlier);
    for (int limit : new int[] {100, 11, 3, 1}) {
      List<Candidate> fetched = store().fetch("default", both, limit);
      assertThat(fetched)
          .filteredOn(c -> c.flow().type().equals("T"))
          .extracting(Candidate::id)
          .isEqualTo(wanted.subList(0, Math.min(limit, wanted.size())));
      assertThat(fetched).filteredOn(c -> c.flow().type().equals("U")).hasSize(1);
    }
  }

  @Test
  default void aFetchGoesOnAtATaskAmongThoseOfOneTime() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      drafts.add(
          TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE)
              .withId(new UUID((long) i << 59 | 4 << 12, i % 2L << 63 | i)));
    }
    given().addAll(drafts);
    Flow flow = new Flow("T", "");
    List<Candidate> all = store().fetch("default", List.of(FetchRequest.all(flow)), 100);
    assertThat(all).hasSize(40);
    for (Candidate first : all) {
      FetchRequest on =
          new FetchRequest(flow, Map.of(first.priority(), ReadyPlace.of(first)), Share.WHOLE);
      List<Candidate> expected = all.subList(all.indexOf(first), all.size());
      assertThat(store().fetch("default", List.of(on), 100)).isEqualTo(expected);
      assertThat(store().fetch("default", List.of(on), 3))
          .isEqualTo(expected.subList(0, Math.min(3, expected.size())));
    }
  }

  @Test
  default void sharesHaveEachTaskOnceInOrder() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    Random ids = new Random(1); // the same in each run: a share's size depends on them
    for (int second = 0; second < 60; second++) {
      Instant arrived = TaskDraft.PAST.plusSeconds(second);
      drafts.add(
          TaskDraft.ready("T", arrived, TaskDraft.FUTURE)
              .withId(new UUID(ids.nextLong(), ids.nextLong())));
    }
    given().addAll(drafts);
    List<UUID> expected = drafts.stream().map(TaskDraft::id).toList();
    Flow flow = new Flow("T", "");
    List<UUID> read = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      FetchRequest request = new FetchRequest(flow, Map.of(), new Share(part, 3));
      List<UUID> share =
          store().fetch("default", List.of(request), 100).stream().map(Candidate::id).toList();
      assertThat(share).hasSizeBetween(5, 40);
      assertThat(share).isEqualTo(expected.stream().filter(share::contains).toList());
      assertThat(store().fetch("default", List.of(request), 4))
          .extracting(Candidate::id)
          .isEqualTo(share.subList(0, 4));
      read.addAll(share);
    }
    assertThat(read).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static FetchRequest all(String type, String key) {
    return FetchRequest.all(new Flow(type, key));
  }

  private static Candidate place(Flow flow, int priority) {
    return new Candidate(new UUID(0, 0), 1, "default", flow, priority, TaskDraft.PAST);
  }

  @Test
  default void flowsThatDifferInCaseAccentOrBlanksInsideAreDifferent() throws Exception {
    List<Flow> flows =
        List.of(
            new Flow("A", "k"),
            new Flow("A", "K"),
            new Flow("a", "k"),
            new Flow("ä", "k"),
            new Flow("a", "k k"),
            new Flow("a", "k  k"),
            new Flow("a", "ß"),
            new Flow("a", "ss"));
    for (Flow flow : flows) {
      given().add(TaskDraft.ready(flow.type()).withKey(flow.key()));
    }
    List<Candidate> read = store().firstOfEachFlow("default", null, 100);
    assertThat(read).extracting(Candidate::flow).containsExactlyInAnyOrderElementsOf(flows);
    List<Candidate> paged = new ArrayList<>();
    @Nullable Candidate after = null;
    for (int i = 0; i < flows.size(); i++) {
      paged.addAll(store().firstOfEachFlow("default", after, 1));
      after = paged.get(paged.size() - 1);
    }
    assertThat(paged).isEqualTo(read);
    for (Flow flow : flows) {
      assertThat(store().fetch("default", List.of(FetchRequest.all(flow)), 10))
          .extracting(Candidate::flow)
          .containsExactly(flow);
    }
  }

  @Test
  default void onlyReadyTasksMakeAFlow() throws Exception {
    for (Status status : Status.values()) {
      if (!status.isFinished() && status != Status.READY) {
        given().added(TaskDraft.in(status));
      }
    }
    given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    assertThat(store().firstOfEachFlow("default", null, 10)).isEmpty();
    assertThat(store().fetch("default", List.of(all("T", "")), 10)).isEmpty();
  }

  @Test
  default void bucketsDoNotSeeEachOther() throws Exception {
    Task mine = given().added(TaskDraft.ready("T").inBucket("mine"));
    given().added(TaskDraft.ready("T").inBucket("Mine"));
    given().added(TaskDraft.ready("U").inBucket("mine2"));
    assertThat(store().firstOfEachFlow("mine", null, 10))
        .extracting(Candidate::flow)
        .containsExactly(new Flow("T", ""));
    assertThat(store().fetch("mine", List.of(all("T", ""), all("U", "")), 10))
        .containsExactly(mine.candidate());
    assertThat(store().firstOfEachFlow("nobody's", null, 10)).isEmpty();
  }

  @Test
  default void aFlowIsFetchedByPriorityThenArrivalThenId() throws Exception {
    List<TaskDraft> inOrder = new ArrayList<>();
    for (int priority : new int[] {0, 3, 9}) {
      for (int second = 0; second < 2; second++) {
        for (String end : List.of("00", "80", "ff")) {
          UUID id =
              UUID.fromString(
                  end + "00000" + priority + "-000" + second + "-4000-8000-000000000000");
          Instant arrived = TaskDraft.PAST.plusNanos(second * 1_000L);
          inOrder.add(
              TaskDraft.ready("T", arrived, TaskDraft.FUTURE).withPriority(priority).withId(id));
        }
      }
    }
    List<TaskDraft> shuffled = new ArrayList<>(inOrder);
    Collections.shuffle(shuffled, new Random(3));
    given().addAll(shuffled);
    List<UUID> expected = inOrder.stream().map(TaskDraft::id).toList();
    List<FetchRequest> flow = List.of(all("T", ""));
    assertThat(store().fetch("default", flow, 100)).extracting(Candidate::id).isEqualTo(expected);
    assertThat(store().fetch("default", flow, 7))
        .extracting(Candidate::id)
        .isEqualTo(expected.subList(0, 7));
  }

  @Test
  default void eachFlowHasItsOwnLimitWhateverTheOthersHave() throws Exception {
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      drafts.add(
          TaskDraft.ready("T", TaskDraft.PAST.plusSeconds(i), TaskDraft.FUTURE).withKey("full"));
    }
    drafts.add(TaskDraft.ready("T").withKey("small").withPriority(9));
    given().addAll(drafts);
    List<FetchRequest> flows = List.of(all("T", "small"), all("T", "none"), all("T", "full"));
    List<Candidate> fetched = store().fetch("default", flows, 3);
    assertThat(fetched)
        .extracting(candidate -> candidate.flow().key())
        .containsExactlyInAnyOrder("small", "full", "full", "full");
    assertThat(fetched.stream().filter(c -> c.flow().key().equals("full")).map(Candidate::id))
        .containsExactly(drafts.get(0).id(), drafts.get(1).id(), drafts.get(2).id());
    assertThat(store().fetch("default", List.of(), 3)).isEmpty();
  }

  @Test
  default void aCandidateTellsEnoughToOrderRowsAndClaimIt() throws Exception {
    Task ready =
        given()
            .added(
                TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE)
                    .withKey("k")
                    .withPriority(2)
                    .inBucket("b"));
    List<Candidate> fetched = store().fetch("b", List.of(all("T", "k")), 5);
    assertThat(fetched)
        .containsExactly(new Candidate(ready.id(), 1, "b", new Flow("T", "k"), 2, TaskDraft.PAST));
  }
}
