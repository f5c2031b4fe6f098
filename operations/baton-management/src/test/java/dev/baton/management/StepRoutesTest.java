package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.SignalType;
import dev.baton.api.TaskType;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.Workflow;
import dev.baton.management.access.Right;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Status;
import dev.baton.test.ExportedHistory;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the routes that show the steps of a workflow and run it again from one of them. */
class StepRoutesTest {
  private static final TaskType<String, String> ORDER =
      TaskType.of("ORDER", String.class, String.class);
  private static final TaskType<String, String> SHIP =
      TaskType.of("SHIP", String.class, String.class);
  private static final SignalType<String> APPROVAL = SignalType.of("approval", String.class);

  private final ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
  private volatile boolean broken;
  private final Served served =
      Served.with(
          TaskDefinition.of(ORDER).workflow(this::order).retry(Retry.never()),
          TaskDefinition.of(SHIP).handler((parcel, attempt) -> "sent " + parcel));

  private String order(String order, Workflow flow) {
    flow.run("charge", key -> seen.add("charge"));
    String sent = String.join(",", flow.callAll(List.of(SHIP.with("a"), SHIP.with("b")), 2));
    flow.awaitSignal(APPROVAL, Duration.ofDays(3));
    flow.run(
        "receipt",
        key -> {
          seen.add("receipt");
          if (broken) {
            throw new IllegalStateException("no printer");
          }
        });
    return sent;
  }

  @AfterEach
  void close() {
    served.close();
  }

  private UUID parked() {
    UUID id = served.cluster.add(ORDER.with("x"));
    served.cluster.drain();
    return id;
  }

  private void approve(UUID id) {
    served.cluster.baton().tasks().signal(id, APPROVAL, "yes");
    served.cluster.drain();
  }

  @Test
  void stepsAreListedWithTheirTimesChildrenAndTheStepThatWaits() {
    UUID id = parked();
    Answer steps = served.get("/tasks/" + id + "/steps");
    assertThat(steps.at("/items/0/name")).isEqualTo("charge");
    assertThat(steps.at("/items/0/progress")).isEqualTo("DONE");
    assertThat(steps.at("/items/1/name")).isEqualTo("callAll(SHIP)");
    assertThat(steps.at("/items/1/called")).isEqualTo("2");
    assertThat(steps.at("/items/1/children/1/status")).isEqualTo("DONE");
    assertThat(steps.at("/items/1/children/1/type")).isEqualTo("SHIP");
    assertThat(steps.at("/items/2/name")).isEqualTo("awaitSignal(approval)");
    assertThat(steps.at("/items/2/progress")).isEqualTo("WAITS");
    assertThat(steps.at("/items/2/until")).isNotEmpty();
    Answer why = served.get("/tasks/" + id + "/explanation");
    assertThat(why.at("/reasons/0/kind")).isEqualTo("IN_STEP");
    assertThat(why.at("/reasons/0/step")).isEqualTo("3");
    assertThat(why.at("/reasons/0/name")).isEqualTo("awaitSignal(approval)");
    assertThat(why.at("/reasons/0/since")).isEqualTo(steps.at("/items/2/at"));
    assertThat(served.get("/tasks/" + served.add("GOOD") + "/steps").json().get("items")).isEmpty();
  }

  @Test
  void workflowRunsAgainFromAStepInTheNameOfTheCaller() {
    broken = true;
    UUID id = parked();
    approve(id);
    assertThat(served.get("/tasks/" + id).at("/status")).isEqualTo("ERROR");
    broken = false;
    Answer again = served.act(id, "run-again", "{\"stepNumber\":4,\"reason\":\"printer is back\"}");
    assertThat(again.at("/task/status")).isEqualTo("READY");
    served.cluster.drain();
    assertThat(served.get("/tasks/" + id).at("/status")).isEqualTo("DONE");
    assertThat(seen).containsExactly("charge", "receipt", "receipt");
    assertThat(served.act(id, "run-again", "{\"step\":\"receipt\"}").status()).isEqualTo(200);
    served.cluster.drain();
    assertThat(seen).containsExactly("charge", "receipt", "receipt", "receipt");
    Answer audit = served.get("/tasks/" + id + "/audit");
    assertThat(audit.json().get("items").valueStream().map(item -> item.get("detail").asString()))
        .containsExactlyInAnyOrder("ERROR to READY, from step 4", "DONE to READY, from step 4");
    assertThat(audit.json().toString()).contains("RUN_AGAIN", "printer is back", "alice");
  }

  @Test
  void exportedHistoryIsRestoredInATestAndContinuesThere() {
    broken = true;
    UUID id = parked();
    approve(id);
    String document = served.get("/tasks/" + id + "/history").json().toString();
    assertThat(document).contains("no printer", "sent a").doesNotContain("\"contents\":false");
    assertThat(served.get("/tasks/" + id + "/audit").json().toString()).contains("EXPORT");
    for (boolean isRepaired : new boolean[] {false, true}) {
      seen.clear();
      broken = !isRepaired;
      try (TestBaton test =
          TestBaton.inMemory()
              .define(TaskDefinition.of(ORDER).workflow(this::order).retry(Retry.never()))
              .start()) {
        UUID restored = test.restore(ExportedHistory.of(document));
        assertThat(restored).isEqualTo(id);
        test.drain();
        assertThat(seen).containsExactly("receipt");
        TaskInfo now = test.baton().operations().find(id).orElseThrow();
        assertThat(now.status()).isEqualTo(isRepaired ? Status.DONE : Status.ERROR);
        if (isRepaired) {
          assertThat(test.resultOf(ORDER, id)).isEqualTo("sent a,sent b");
        } else {
          assertThat(now.error().orElseThrow()).contains("no printer");
        }
      }
    }
  }

  @Test
  void callersWithoutTheRightToContentsExportTheirShapes() {
    UUID id = parked();
    approve(id);
    String document = served.as(Right.VIEW).get("/tasks/" + id + "/history").json().toString();
    assertThat(document)
        .contains("\"contents\":false", "awaitSignal(approval)", "aaaa a")
        .doesNotContain("sent", "yes");
    assertThat(served.get("/tasks/" + id + "/audit").json().toString()).doesNotContain("EXPORT");
  }

  @Test
  void wrongStepsAndTasksAreRefusedInWords() {
    UUID id = parked();
    Answer waiting = served.act(id, "run-again", "{\"step\":\"charge\"}");
    assertThat(waiting.status()).isEqualTo(409);
    assertThat(waiting.at("/detail")).contains("and it is WAITING");
    approve(id);
    Answer unknown = served.act(id, "run-again", "{\"step\":\"refund\"}");
    assertThat(unknown.status()).isEqualTo(409);
    assertThat(unknown.at("/detail"))
        .contains("It has no step 'refund'. Its steps are 1 charge, 2 callAll(SHIP), 3 awaitSignal")
        .contains("To keep all of them, name step 5");
    assertThat(served.act(id, "run-again", "{\"step\":\"charge\",\"stepNumber\":1}").status())
        .isEqualTo(400);
    assertThat(served.act(id, "run-again", "{\"stepNumber\":1,\"delay\":\"PT1H\"}").status())
        .isEqualTo(400);
    assertThat(served.as(Right.VIEW).act(id, "run-again", "{\"stepNumber\":1}").status())
        .isEqualTo(403);
  }
}
