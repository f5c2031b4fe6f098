package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.limit.Limit;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Schedules;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryScheduleStore;
import dev.baton.tck.MemoryTaskStore;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every change that an operator makes in Java leaves an audit entry with its actor. */
final class OperatorAuditTest {
  private static final TaskType<Void, Void> CLOSE_BOOKS = TaskType.of("CLOSE_BOOKS");
  private static final Schedule DAILY =
      Schedule.fixedRate("daily", Duration.ofDays(1)).adds(TaskRequest.of(CLOSE_BOOKS));
  private static final Pause PAUSE = Pause.type(CLOSE_BOOKS);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);

  private TestNode node() {
    return TestNode.on(
        store,
        b ->
            b.name("payouts-1")
                .define(
                    TaskDefinition.of(CLOSE_BOOKS)
                        .handler((none, attempt) -> {})
                        .limits(Limit.node(3)))
                .stores(
                    s ->
                        s.cluster(new MemoryClusterStore(LivedTime.CLOCK, store.operations()))
                            .overrides(store.operations())
                            .schedules(new MemoryScheduleStore(store))));
  }

  @Test
  void changesOfPausesAndSchedulesAreRecordedWithActorAndReason() {
    try (TestNode node = node()) {
      Cluster cluster = node.baton.cluster().by("ann", "ticket 42");
      cluster.pause(PAUSE, "the bank is closed");
      cluster.resume(PAUSE);
      cluster.acceptStore();
      Schedules schedules = node.baton.schedules().by("ben", "quiet week");
      schedules.put(DAILY);
      schedules.pause("daily");
      schedules.resume("daily");
      schedules.runNow("daily");
      schedules.end("daily");
      schedules.remove("daily");
      String ofDaily = "daily: every 1 d, runs CLOSE_BOOKS";
      assertThat(audit(node.baton))
          .containsExactly(
              "PAUSE by ann, ticket 42: the bank is closed: tasks of type CLOSE_BOOKS",
              "RESUME by ann, ticket 42: tasks of type CLOSE_BOOKS",
              "ACCEPT_DATABASE by ann, ticket 42: the server, for one node",
              "SCHEDULE_PUT by ben, quiet week: " + ofDaily,
              "SCHEDULE_PAUSE by ben, quiet week: " + ofDaily,
              "SCHEDULE_RESUME by ben, quiet week: " + ofDaily,
              "SCHEDULE_RUN by ben, quiet week: " + ofDaily,
              "SCHEDULE_END by ben, quiet week: " + ofDaily,
              "SCHEDULE_REMOVE by ben, quiet week: " + ofDaily);
    }
  }

  @Test
  void changesWithoutAnActorAreRecordedUnderTheNameOfTheNode() {
    try (TestNode node = node()) {
      node.baton.cluster().pause(PAUSE, "");
      node.baton.schedules().put(DAILY);
      node.baton
          .operations()
          .overrides()
          .set(OverrideTarget.ofType(Kind.NODE_SLOTS, CLOSE_BOOKS), new OverrideValue.Slots(1));
      node.add(TaskRequest.of(CLOSE_BOOKS).onHold());
      node.baton.operations().bulk(TaskFilter.all().type(CLOSE_BOOKS)).release();
      assertThat(node.baton.operations().audit(AuditFilter.all()).stream())
          .hasSize(4)
          .allMatch(entry -> entry.actor().equals("node payouts-1") && entry.reason() == null);
    }
  }

  @Test
  void callsThatChangeNothingAndDeclaredSchedulesAreNotRecorded() {
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.schedule(DAILY)
                    .stores(
                        s ->
                            s.cluster(new MemoryClusterStore(LivedTime.CLOCK, store.operations()))
                                .schedules(new MemoryScheduleStore(store))))) {
      node.baton.cluster().resume(PAUSE);
      node.baton.schedules().pause("unknown");
      node.baton.schedules().runNow("unknown");
      node.baton.schedules().remove("unknown");
      assertThat(audit(node.baton)).isEmpty();
      node.baton.cluster().pause(PAUSE, "first");
      node.baton.cluster().pause(PAUSE, "second");
      assertThat(audit(node.baton)).hasSize(1);
    }
  }

  @Test
  void putOfAnUnchangedScheduleIsNotRecorded() {
    try (TestNode node = node()) {
      Schedules schedules = node.baton.schedules().by("deployment");
      schedules.put(DAILY);
      schedules.put(DAILY);
      assertThat(audit(node.baton)).hasSize(1);
      schedules.put(DAILY.jitter(Duration.ofMinutes(1)));
      assertThat(audit(node.baton)).hasSize(2);
      schedules.end("daily");
      schedules.put(DAILY.jitter(Duration.ofMinutes(1)));
      assertThat(audit(node.baton)).hasSize(4);
      assertThat(schedules.find("daily").orElseThrow().isOver()).isFalse();
    }
  }

  @Test
  void changeOfAScheduleAndItsEntryAreOneTransaction() throws Exception {
    try (TestNode node = node()) {
      node.transactions.call(
          transaction -> {
            node.baton.schedules().by("ann").put(transaction, DAILY);
            return null;
          });
      assertThat(audit(node.baton)).hasSize(1);
      assertThatThrownBy(
              () ->
                  node.transactions.call(
                      transaction -> {
                        node.baton.schedules().by("ann").end(transaction, "daily");
                        throw new IllegalStateException("undo");
                      }))
          .hasMessage("undo");
      assertThat(audit(node.baton)).hasSize(1);
    }
  }

  /** A new method of these interfaces must be added to the tests above if it changes anything. */
  @Test
  void everyChangeIsTested() {
    assertThat(names(Cluster.class))
        .containsExactly(
            "acceptStore",
            "by",
            "isPaused",
            "nodes",
            "pause",
            "pauses",
            "pausesInForce",
            "resume",
            "storeWarnings",
            "warnings");
    assertThat(names(Schedules.class))
        .containsExactly(
            "by",
            "complete",
            "end",
            "find",
            "list",
            "pause",
            "put",
            "remove",
            "resume",
            "runNow",
            "troubles");
  }

  private static Set<String> names(Class<?> type) {
    return new TreeSet<>(Arrays.stream(type.getMethods()).map(Method::getName).toList());
  }

  /** Returns the entries of the audit, the oldest first. */
  private static List<String> audit(Baton baton) {
    return baton.operations().audit(AuditFilter.all()).stream()
        .sorted(Comparator.comparing(AuditEntry::writtenAt))
        .map(
            entry ->
                entry.action()
                    + " by "
                    + entry.actor()
                    + ", "
                    + entry.reason()
                    + ": "
                    + entry.detail())
        .toList();
  }
}
