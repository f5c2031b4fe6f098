package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskDefinition.ResultWorkflowHandler;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests workflows whose code changes while their tasks are parked. */
class WorkflowChangedTest extends WorkflowScenario {

  private UUID parkedWith(ResultWorkflowHandler<Integer, String> before) throws Exception {
    try (TestNode node = node(before)) {
      UUID id = node.add(ORDER.with(1));
      node.completed(id, Rule.WAIT);
      return id;
    }
  }

  private UUID parked() throws Exception {
    return parkedWith(
        (order, flow) -> {
          charge(flow);
          flow.sleep(LONG);
          return "old";
        });
  }

  private String errorAfter(UUID id, ResultWorkflowHandler<Integer, String> now) throws Exception {
    try (TestNode node = node(now)) {
      run(node, id);
      String error = node.completed(id, Rule.STOP_IN_ERROR).error();
      assertThat(node.task(id).position().status()).isEqualTo(Status.ERROR);
      assertThat(node.starts(id)).isEqualTo(1);
      return error;
    }
  }

  private static void run(TestNode node, UUID id) {
    node.baton.operations().task(id).ifUnchangedSince(node.task(id).position().version()).runNow();
  }

  @Test
  void anotherStepInTheSamePlaceStopsTheTaskAtOnce() throws Exception {
    UUID id = parked();
    assertThat(
            errorAfter(
                id,
                (order, flow) -> {
                  flow.run("reserve", key -> seen.add(key));
                  charge(flow);
                  return "new";
                }))
        .contains("task " + id)
        .contains("step 1 was 'charge' in an earlier run, and is 'reserve' now")
        .contains("version(...)");
    assertThat(seen).containsExactly(id + "/charge");
  }

  @Test
  void handlerThatLeavesOutAStepStopsInError() throws Exception {
    assertThat(
            errorAfter(
                parked(),
                (order, flow) -> {
                  charge(flow);
                  return "new";
                }))
        .contains("ended without step 2, which was 'sleep()' in an earlier run");
  }

  @Test
  void taskOfAPlainHandlerDoesNotContinueAsAWorkflow() throws Exception {
    UUID id;
    try (TestNode node =
        TestNode.on(
            store,
            with ->
                with.define(
                    TaskDefinition.of(ORDER)
                        .outcome(
                            (order, attempt) -> {
                              attempt.step("charge", () -> {});
                              return Outcome.retryAfter(LONG, "later");
                            })))) {
      id = node.add(ORDER.with(1));
      node.completed(id, Rule.WAIT);
    }
    assertThat(errorAfter(id, (order, flow) -> charge(flow)))
        .contains("has stored the step 'charge' with a handler that was not a workflow");
  }

  @Test
  void anotherNumberOfChildrenStopsTheTask() throws Exception {
    UUID id = parkedWith((order, flow) -> String.join("", flow.callAll(parcels(2), 2)));
    assertThat(errorAfter(id, (order, flow) -> String.join("", flow.callAll(parcels(3), 2))))
        .contains("'callAll(SHIP)', called 2 children in an earlier run, and calls 3 now");
  }

  private static List<TaskRequest<Integer, String>> parcels(int count) {
    return IntStream.range(0, count).mapToObj(SHIP::with).toList();
  }

  @Test
  void namedCallsAndSleepsAreToldApart() throws Exception {
    UUID called = parkedWith((order, flow) -> flow.call("express", SHIP.with(1)));
    assertThat(errorAfter(called, (order, flow) -> flow.call("insured", SHIP.with(1))))
        .contains("step 1 was 'express' in an earlier run, and is 'insured' now");
    UUID slept =
        parkedWith(
            (order, flow) -> {
              flow.sleep("before the reminder", LONG);
              return "";
            });
    assertThat(
            errorAfter(slept, (order, flow) -> String.join("", flow.callAll("all", parcels(2), 2))))
        .contains("step 1 was 'before the reminder' in an earlier run, and is 'all' now");
  }

  @Test
  void versionKeepsOldTasksOnTheOldPathAndNewOnesOnTheNew() throws Exception {
    ResultWorkflowHandler<Integer, String> changed =
        (order, flow) -> {
          for (int twice = 0; twice < 2; twice++) {
            if (flow.version("check-first", 2) >= 2) {
              flow.run("check", key -> seen.add("checked"));
            }
          }
          charge(flow);
          flow.sleep(Duration.ofMillis(1));
          return flow.version("later", 3) + "";
        };
    UUID old =
        parkedWith(
            (order, flow) -> {
              charge(flow);
              flow.sleep(Duration.ofMillis(300));
              return "old";
            });
    try (TestNode node = node(changed)) {
      node.completed(old, Rule.FINISH);
      assertThat(seen).containsExactly(old + "/charge");
      UUID fresh = node.add(ORDER.with(2));
      node.completed(fresh, Rule.FINISH);
      assertThat(seen).containsExactly(old + "/charge", "checked", "checked", fresh + "/charge");
    }
  }
}
