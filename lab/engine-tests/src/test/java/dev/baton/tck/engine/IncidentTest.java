package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.handler.TypeMetadata.Criticality;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.operate.incident.IncidentSink.Answer;
import dev.baton.operate.incident.Incidents;
import dev.baton.spi.incident.Incident;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.tck.engine.IncidentCluster.Ear;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that one node reports each incident once, whatever happens to nodes and sinks, and reports
 * its end.
 */
final class IncidentTest {
  private static final Instant START = Instant.parse("2026-03-01T08:30:00.123456Z");

  private final IncidentCluster cluster = new IncidentCluster();
  private final Ear ear = new Ear("ear");

  @AfterEach
  void closeCluster() {
    cluster.close();
  }

  @Test
  void tasksInErrorAreReportedOnceAndResolvedAfterTheirRetry() {
    TestNode one = cluster.node("one", List.of("PAY"), ear);
    TestNode two = cluster.node("two", List.of("PAY"), ear);
    cluster.leaders.add("one");
    one.add(TaskType.of("PAY", Bytes.class).with(Bytes.of("PIN 4711")));
    two.add(TaskRequest.of(TaskType.of("PAY")));
    cluster.until("it is reported", () -> ear.heard.size() == 1);
    cluster.untilPassed(Duration.ofMinutes(10));
    IncidentNotice opened = ear.heard.get(0);
    assertThat(opened.reason()).isEqualTo(Reason.OPENED);
    assertThat(opened.kind()).isEqualTo(IncidentKind.ERROR);
    assertThat(opened.subject().name()).isEqualTo("PAY");
    assertThat(opened.subject().service()).isEqualTo("payouts");
    assertThat(opened.subject().owner()).isEqualTo("team-pay");
    assertThat(opened.subject().criticality()).isEqualTo(Criticality.HIGH);
    assertThat(ear.reasons()).containsExactly(Reason.OPENED);
    assertThat(opened.toString()).doesNotContain("4711", "the bank is closed");

    cluster.failing.set(false);
    mend(one);
    cluster.until("its end is reported", () -> ear.heard.size() == 2);
    IncidentNotice resolved = ear.heard.get(1);
    assertThat(resolved.isResolved()).isTrue();
    assertThat(resolved.key()).isEqualTo(opened.key());
    assertThat(resolved.number()).isEqualTo(2);
    cluster.until("it is forgotten", () -> cluster.incidents.incidents().isEmpty());
    assertThat(ear.heard).hasSize(2);
  }

  @Test
  void tenThousandErrorsOfThreeTypesAreThreeIncidents() throws Exception {
    List<String> types = List.of("A", "B", "C");
    TestNode node = cluster.node("one", types, ear);
    cluster.leaders.add("one");
    List<TaskRequest<?, ?>> storm = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      storm.add(TaskRequest.of(TaskType.of(types.get(i % 3))));
    }
    node.baton.tasks().addAll(storm);
    cluster.until(
        "all are in error", () -> node.baton.statistics().counts().of(Status.ERROR) == 10_000);
    cluster.until(
        "there is an incident for each type",
        () -> errors(ear).map(notice -> notice.subject().name()).distinct().count() == 3);
    cluster.untilPassed(Duration.ofMinutes(30));
    assertThat(errors(ear).map(IncidentNotice::key).distinct()).hasSize(3);
    assertThat(errors(ear).map(notice -> notice.subject().name())).containsOnly("A", "B", "C");
    assertThat(errors(ear).filter(IncidentNotice::isResolved)).isEmpty();
    // At most three tenfold increases each, from the count at the first check.
    assertThat(errors(ear)).hasSizeLessThanOrEqualTo(3 * 5);
  }

  /**
   * Returns the notices of errors. On a slow machine tasks also wait too long for their start,
   * which is another incident.
   */
  private static Stream<IncidentNotice> errors(Ear ear) {
    return ear.heard.stream().filter(notice -> notice.kind() == IncidentKind.ERROR);
  }

  @Test
  void twoLeadersAtOnceReportAnIncidentOnce() {
    Ear other = new Ear("ear");
    TestNode one = cluster.node("one", List.of("PAY"), ear);
    cluster.node("two", List.of("PAY"), other);
    cluster.leaders.addAll(List.of("one", "two"));
    one.add(TaskRequest.of(TaskType.of("PAY")));
    cluster.until("it is reported", () -> !ear.heard.isEmpty() || !other.heard.isEmpty());
    cluster.untilPassed(Duration.ofMinutes(5));
    List<IncidentNotice> all = new ArrayList<>(ear.heard);
    all.addAll(other.heard);
    assertThat(all).extracting(IncidentNotice::number).containsOnly(1);
    assertThat(all).extracting(IncidentNotice::key).containsOnly(all.get(0).key());
    assertThat(cluster.incidents.incidents()).hasSize(1);
  }

  @Test
  void nextLeaderReportsWhatACrashedLeaderCouldNot() {
    ear.hangs = true;
    Ear nextEar = new Ear("ear");
    TestNode one = cluster.node("one", List.of("PAY"), ear);
    cluster.node("two", List.of("PAY"), nextEar);
    cluster.leaders.add("one");
    one.add(TaskRequest.of(TaskType.of("PAY")));
    cluster.until("it is being sent", () -> ear.tried.size() == 1);
    cluster.leaders.remove("one");
    cluster.leaders.add("two");
    cluster.until("the next leader reports it", () -> nextEar.heard.size() == 1);
    assertThat(nextEar.heard.get(0).key()).isEqualTo(ear.tried.get(0).key());
    assertThat(nextEar.heard.get(0).number()).isEqualTo(ear.tried.get(0).number());
    cluster.until("that is noted", () -> !only().isNewsFor("ear"));
    cluster.untilPassed(Duration.ofMinutes(5));
    assertThat(nextEar.heard).hasSize(1);
  }

  @Test
  void nodeStopsEvenIfASinkHangs() throws Exception {
    ear.hangs = true;
    TestNode one = cluster.node("one", List.of("PAY"), ear);
    cluster.leaders.add("one");
    one.add(TaskRequest.of(TaskType.of("PAY")));
    cluster.until("it is being sent", () -> ear.tried.size() == 1);
    assertThat(one.baton.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(ear.heard).isEmpty();
  }

  @Test
  void hangingSinkDelaysNoOtherSink() {
    Ear slow = new Ear("slow");
    slow.hangs = true;
    TestNode one = cluster.node("one", List.of("PAY"), slow, ear);
    cluster.leaders.add("one");
    one.add(TaskRequest.of(TaskType.of("PAY")));
    cluster.until("the other sink got it", () -> ear.heard.size() == 1);
    cluster.until("the slow sink gets it", () -> slow.tried.size() == 1);
    cluster.failing.set(false);
    mend(one);
    cluster.until("the other sink got the end", () -> ear.heard.size() == 2);
    slow.released.countDown();
    cluster.until("the slow sink got all", () -> slow.count(Reason.RESOLVED) == 1);
    assertThat(slow.reasons()).containsExactly(Reason.OPENED, Reason.RESOLVED);
  }

  @Test
  void aSinkThatFailsIsTriedAgainUntilItWorks() {
    ear.answer = new Answer.Later("HTTP 503", null);
    TestNode one = cluster.node("one", List.of("PAY"), ear);
    cluster.leaders.add("one");
    one.add(TaskRequest.of(TaskType.of("PAY")));
    cluster.until("it was tried often", () -> ear.tried.size() >= 5);
    ear.answer = new Answer.Accepted();
    cluster.until("the sink got it", () -> ear.heard.size() == 1);
    cluster.until("that is noted", () -> !only().isNewsFor("ear"));
    cluster.untilPassed(Duration.ofMinutes(5));
    assertThat(ear.heard).hasSize(1);
  }

  @Test
  void aSinkThatAsksForTimeGetsIt() {
    ear.answer = new Answer.Later("HTTP 429", Duration.ofMinutes(30));
    TestNode one = cluster.node("one", List.of("PAY"), ear);
    cluster.leaders.add("one");
    one.add(TaskRequest.of(TaskType.of("PAY")));
    cluster.until("it was tried", () -> ear.tried.size() == 1);
    ear.answer = new Answer.Accepted();
    cluster.untilPassed(Duration.ofMinutes(25));
    assertThat(ear.tried).hasSize(1);
    cluster.until("the sink got it", () -> ear.heard.size() == 1);
  }

  @Test
  void refusedNoticeDelaysNoOtherNotice() {
    ear.answer = new Answer.Refused("HTTP 400");
    TestNode one = cluster.node("one", List.of("PAY", "BOOK"), ear);
    cluster.leaders.add("one");
    one.add(TaskRequest.of(TaskType.of("PAY")));
    cluster.until("it was refused", () -> ear.tried.size() == 1);
    ear.answer = new Answer.Accepted();
    one.add(TaskRequest.of(TaskType.of("BOOK")));
    cluster.until("the other notice is sent", () -> ear.heard.size() == 1);
    assertThat(ear.heard.get(0).subject().name()).isEqualTo("BOOK");
    cluster.until("the refused notice is retried", () -> ear.heard.size() == 2);
    assertThat(ear.heard.get(1).subject().name()).isEqualTo("PAY");
  }

  @Test
  void stuckAndQueuedTasksAreReported() {
    TestNode one =
        cluster.node(
            "one",
            List.of("PAY"),
            b ->
                b.settings(s -> s.withoutSweeper())
                    .incidents(
                        IncidentCluster.settings(ear)
                            .stuckAfter(Duration.ofMinutes(2))
                            .queuedAfter(Duration.ofMinutes(30))));
    cluster.leaders.add("one");
    one.add(TaskRequest.of(TaskType.of("NOBODYS")).runIn(Duration.ofMinutes(10)));
    one.add(TaskRequest.of(TaskType.of("NOBODYS")));
    cluster.untilPassed(Duration.ofMinutes(11));
    assertThat(ear.heard).isEmpty();
    cluster.until("the late notice is sent", () -> ear.heard.size() == 1);
    assertThat(ear.heard.get(0).kind()).isEqualTo(IncidentKind.STUCK);
    assertThat(ear.heard.get(0).at()).isAfter(START.plus(Duration.ofMinutes(12)));
    cluster.until("the queued notice is sent", () -> ear.heard.size() == 2);
    assertThat(ear.heard.get(1).kind()).isEqualTo(IncidentKind.QUEUED);
    assertThat(ear.heard.get(1).at()).isAfter(START.plus(Duration.ofMinutes(30)));
    assertThat(ear.heard.get(1).tasks()).isEqualTo(1);
  }

  @Test
  void shortDelaysAreNotReported() {
    TestNode one = cluster.node("one", List.of("PAY"), ear);
    UUID task = one.add(TaskRequest.of(TaskType.of("PAY")).runIn(Duration.ofMinutes(10)));
    cluster.failing.set(false);
    cluster.pass(Duration.ofHours(5));
    cluster.leaders.add("one");
    Waiting.until("it has run", () -> one.store.find(task).isEmpty());
    cluster.untilPassed(Duration.ofMinutes(10));
    assertThat(ear.heard).isEmpty();
    assertThat(one.baton.statistics().counts().groups()).isEmpty();
  }

  @Test
  void aNoticeLeadsToTheTasksOnTheDashboard() {
    TestNode one =
        cluster.node(
            "one",
            List.of("SEND MAIL & MORE"),
            b ->
                b.incidents(
                    IncidentCluster.settings(ear)
                        .dashboard(URI.create("https://ops.example.com/baton"))));
    cluster.leaders.add("one");
    one.add(TaskRequest.of(TaskType.of("SEND MAIL & MORE")));
    cluster.until("it is reported", () -> ear.heard.size() == 1);
    assertThat(ear.heard.get(0).subject().link())
        .hasToString(
            "https://ops.example.com/baton#/tasks?status=ERROR&type=SEND%20MAIL%20%26%20MORE");
  }

  @Test
  void failingSinkIsLoggedOnceWhateverItReturns() {
    try (Warnings warnings = new Warnings()) {
      ear.answer = new Answer.Later("HTTP 503", null);
      TestNode one = cluster.node("one", List.of("PAY"), ear);
      cluster.leaders.add("one");
      one.add(TaskRequest.of(TaskType.of("PAY")));
      cluster.until("it was tried often", () -> ear.tried.size() >= 10);
      assertThat(warnings.with("can't deliver a notice to the incident sink ear")).hasSize(1);
      ear.answer = new Answer.Refused("HTTP 401");
      cluster.until("it was refused", () -> ear.tried.size() >= 11);
      cluster.untilPassed(Duration.ofHours(3));
      assertThat(warnings.with("The incident sink ear refuses")).hasSize(1);
    }
  }

  @Test
  void settingsThatCannotWorkAreRefusedBeforeAnythingStarts() {
    refused("Two sinks are named 'ear'", () -> Incidents.to(ear, new Ear("ear")));
    refused("The sink name", () -> Incidents.to(new Ear("E a r")));
    refused("remindAfter", () -> Incidents.to(ear).remindAfter(Duration.ofSeconds(1)));
    refused("calmFor", () -> Incidents.to(ear).calmFor(Duration.ofSeconds(1)));
    refused("stuckAfter", () -> Incidents.to(ear).stuckAfter(Duration.ZERO));
    refused(
        "longestRetry", () -> Incidents.to(ear).retry(Duration.ofHours(1), Duration.ofMinutes(1)));
    refused("service", () -> Incidents.to(ear).service("two\nlines"));
    refused("dashboard", () -> Incidents.to(ear).dashboard(URI.create("/baton")));
    assertThatThrownBy(() -> TestNode.on(cluster.store, b -> b.incidents(Incidents.to(ear))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("Stores.incidents(...)");
  }

  private Incident only() {
    List<Incident> all = cluster.incidents.incidents();
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private static void refused(String what, Runnable making) {
    assertThatThrownBy(making::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(what);
  }

  /** Retries all tasks in ERROR. */
  private static void mend(TestNode node) {
    TaskFilter inError = TaskFilter.all().status(Status.ERROR);
    node.baton.operations().by("test", "mended").bulk(inError).retry();
    TaskFilter live = TaskFilter.all().status(Status.ERROR, Status.READY, Status.RUNNING);
    Waiting.until(
        "all has run", () -> node.baton.operations().search(live).page(1).items().isEmpty());
  }
}
