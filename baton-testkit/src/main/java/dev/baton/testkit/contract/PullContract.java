package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.Task;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Finding flows that have ready tasks, and the first tasks of each. */
public interface PullContract extends StoreFixture {

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
    List<Flow> read = new ArrayList<>();
    @Nullable Flow after = null;
    for (int size : new int[] {4, 4, 1, 0}) {
      List<Flow> page = store().flows("default", after, 4);
      assertThat(page).hasSize(size);
      read.addAll(page);
      after = read.get(read.size() - 1);
    }
    assertThat(read)
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
    assertThat(store().flows("default", new Flow("B", "zzz"), 4))
        .containsExactly(new Flow("C", "k"));
    assertThat(store().flows("default", new Flow("A", ""), 4)).containsExactly(new Flow("C", "k"));
    assertThat(store().flows("default", new Flow("C", "k"), 4)).isEmpty();
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
    List<Flow> read = store().flows("default", null, 100);
    assertThat(read).containsExactlyInAnyOrderElementsOf(flows);
    List<Flow> paged = new ArrayList<>();
    @Nullable Flow after = null;
    for (int i = 0; i < flows.size(); i++) {
      paged.addAll(store().flows("default", after, 1));
      after = paged.get(paged.size() - 1);
    }
    assertThat(paged).isEqualTo(read);
    for (Flow flow : flows) {
      assertThat(store().pull("default", List.of(flow), 10))
          .extracting(Candidate::flow)
          .containsExactly(flow);
    }
  }

  @Test
  default void onlyReadyTasksMakeAFlow() throws Exception {
    for (Status status : Status.values()) {
      if (!status.isFinished() && status != Status.SUBMITTED) {
        given().added(TaskDraft.in(status));
      }
    }
    given().done(TaskDraft.ready("T"), StoreScenario.KEEP);
    assertThat(store().flows("default", null, 10)).isEmpty();
    assertThat(store().pull("default", List.of(new Flow("T", "")), 10)).isEmpty();
  }

  @Test
  default void bucketsDoNotSeeEachOther() throws Exception {
    Task mine = given().added(TaskDraft.ready("T").inBucket("mine"));
    given().added(TaskDraft.ready("T").inBucket("Mine"));
    given().added(TaskDraft.ready("U").inBucket("mine2"));
    assertThat(store().flows("mine", null, 10)).containsExactly(new Flow("T", ""));
    assertThat(store().pull("mine", List.of(new Flow("T", ""), new Flow("U", "")), 10))
        .containsExactly(Candidate.of(mine));
    assertThat(store().flows("nobody's", null, 10)).isEmpty();
  }

  @Test
  default void aFlowIsPulledByPriorityThenArrivalThenId() throws Exception {
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
    List<Flow> flow = List.of(new Flow("T", ""));
    assertThat(store().pull("default", flow, 100)).extracting(Candidate::id).isEqualTo(expected);
    assertThat(store().pull("default", flow, 7))
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
    List<Flow> flows =
        List.of(new Flow("T", "small"), new Flow("T", "none"), new Flow("T", "full"));
    List<Candidate> pulled = store().pull("default", flows, 3);
    assertThat(pulled)
        .extracting(candidate -> candidate.flow().key())
        .containsExactlyInAnyOrder("small", "full", "full", "full");
    assertThat(pulled.stream().filter(c -> c.flow().key().equals("full")).map(Candidate::id))
        .containsExactly(drafts.get(0).id(), drafts.get(1).id(), drafts.get(2).id());
    assertThat(store().pull("default", List.of(), 3)).isEmpty();
  }

  @Test
  default void aCandidateTellsEnoughToOrderBookAndClaimIt() throws Exception {
    Task ready =
        given()
            .added(
                TaskDraft.ready("T", TaskDraft.PAST, TaskDraft.FUTURE)
                    .withKey("k")
                    .withPriority(2)
                    .inBucket("b"));
    List<Candidate> pulled = store().pull("b", List.of(new Flow("T", "k")), 5);
    assertThat(pulled)
        .containsExactly(new Candidate(ready.id(), 1, "b", new Flow("T", "k"), 2, TaskDraft.PAST));
  }
}
