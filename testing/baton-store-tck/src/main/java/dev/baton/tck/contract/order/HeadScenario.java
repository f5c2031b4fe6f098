package dev.baton.tck.contract.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Checks that the first task of an order blocks its key until it ends, and frees it however it
 * ends.
 */
abstract class HeadScenario extends OrderScenario {
  @Test
  void theFirstStopsItsKeyWhateverItGoesThrough() throws Exception {
    UUID one = add("A");
    UUID two = add("A");
    Bytes data = Bytes.of("so far");
    Map<String, Function<Task, Transition>> ways = new LinkedHashMap<>();
    ways.put("retried later", t -> HolderRules.retry(t, Duration.ofHours(1), "broke"));
    ways.put("retried", t -> HolderRules.retryNow(t, StoreScenario.HINT_EXPIRY, "broke"));
    ways.put("given back", t -> HolderRules.release(t, StoreScenario.HINT_EXPIRY));
    ways.put("parked", t -> HolderRules.park(t, When.at(TaskDraft.FUTURE), "s", data));
    ways.put("gone on", t -> HolderRules.goToLater(t, StoreScenario.HINT_EXPIRY, "t", data));
    ways.put("in ERROR", t -> HolderRules.error(t, "broke for good"));
    for (Map.Entry<String, Function<Task, Transition>> way : ways.entrySet()) {
      given().applied(way.getValue().apply(given().claim(given().find(one), OWNER)));
      assertThat(status(two)).as(way.getKey()).isEqualTo(Status.BLOCKED);
      if (status(one) == Status.ERROR) {
        given().applied(OperatorRules.retry(given().find(one), null, StoreScenario.HINT_EXPIRY));
      } else if (status(one) == Status.WAITING) {
        given()
            .applied(OperatorRules.reschedule(given().find(one), null, StoreScenario.HINT_EXPIRY));
      }
      assertThat(statuses(one, two))
          .as("run again after it was %s", way.getKey())
          .containsExactly(Status.READY, Status.BLOCKED);
    }
    done(one);
    assertThat(status(two)).isEqualTo(Status.READY);
  }

  @Test
  void theFirstStepsAsideHoweverItEnds() throws Exception {
    Map<String, Function<UUID, Transition>> ends = new LinkedHashMap<>();
    ends.put("done", id -> HolderRules.done(held(id), null, KEEP));
    ends.put("done, and not kept", id -> HolderRules.done(held(id), null, Duration.ZERO));
    ends.put("failed", id -> HolderRules.failed(held(id), "used up", KEEP));
    ends.put("cancelled", id -> OperatorRules.cancel(given().find(id), "not needed", KEEP));
    ends.put("cancelled as it ran", id -> OperatorRules.cancel(held(id), "not needed", KEEP));
    ends.put("cancelled in ERROR", id -> OperatorRules.cancel(inError(id), "no", KEEP));
    ends.put("marked as failed", id -> OperatorRules.fail(inError(id), "no", KEEP));
    UUID one = add("A");
    for (Map.Entry<String, Function<UUID, Transition>> end : ends.entrySet()) {
      UUID two = add("A");
      UUID three = add("A");
      given().applied(end.getValue().apply(one));
      assertThat(statuses(two, three))
          .as(end.getKey())
          .containsExactly(Status.READY, Status.BLOCKED);
      done(two);
      one = three;
    }
  }

  private Task held(UUID id) {
    return given().claim(given().find(id), OWNER);
  }

  private Task inError(UUID id) {
    given().applied(HolderRules.error(held(id), "broke"));
    return given().find(id);
  }
}
