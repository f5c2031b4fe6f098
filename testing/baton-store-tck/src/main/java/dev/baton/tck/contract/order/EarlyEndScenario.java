package dev.baton.tck.contract.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.task.Status;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks an order in which a task ends before its turn. */
abstract class EarlyEndScenario extends HeadScenario {
  @Test
  void oneThatIsCancelledBeforeItsTurnLetsNobodyPass() throws Exception {
    UUID one = add("A");
    UUID two = add("A");
    UUID three = add("A");
    cancel(two);
    store().prune(100);
    assertThat(status(three)).isEqualTo(Status.BLOCKED);
    cancel(three);
    store().prune(100);
    UUID four = add("A");
    assertThat(status(four)).isEqualTo(Status.BLOCKED);
    store().prune(100);
    done(one);
    assertThat(status(four)).isEqualTo(Status.READY);
  }

  @Test
  void whoWaitsByNameForOneCancelledBeforeItsTurnHearsAtOnce() throws Exception {
    add("A");
    UUID two = add("A");
    NewTask byName = task("T", "B", null, Set.of(two));
    addAll(List.of(byName));
    assertThat(status(byName.id())).isEqualTo(Status.BLOCKED);
    cancel(two);
    assertThat(status(byName.id())).isEqualTo(Status.READY);
  }

  @Test
  void oneMayWaitForTheOneBeforeItByNameToo() throws Exception {
    UUID one = add("A");
    NewTask two = task("T", "A", null, Set.of(one));
    addAll(List.of(two));
    assertThat(status(two.id())).isEqualTo(Status.BLOCKED);
    done(one);
    assertThat(status(two.id())).isEqualTo(Status.READY);
  }

  @Test
  void theEndOfWhatItNeedsCancelsItBeforeItsTurn() throws Exception {
    UUID needed = add("N");
    UUID one = add("A");
    NewTask two = task("T", "A", null, Set.of(), Set.of(needed));
    addAll(List.of(two));
    UUID three = add("A");
    failed(needed);
    assertThat(given().finished(two.id()).status()).isEqualTo(Status.CANCELLED);
    assertThat(status(three)).isEqualTo(Status.BLOCKED);
    done(one);
    assertThat(status(three)).isEqualTo(Status.READY);
  }

  @Test
  void whoNeedsTheOneBeforeItIsCancelledWithItAndTheNextWaitsForItsTurn() throws Exception {
    UUID one = add("A");
    UUID two = add("A");
    UUID three = addNeeding(two);
    UUID four = add("A");
    NewTask byName = task("T", "B", null, Set.of(three));
    addAll(List.of(byName));
    cancel(two);
    assertThat(given().finished(three).status()).isEqualTo(Status.CANCELLED);
    assertThat(statuses(four, byName.id())).containsExactly(Status.BLOCKED, Status.READY);
    store().prune(100);
    assertThat(status(four)).isEqualTo(Status.BLOCKED);
    done(one);
    assertThat(status(four)).isEqualTo(Status.READY);
  }

  @Test
  void whoNeedsTheOneBeforeItThatWasCancelledIsCancelledAsItIsAdded() throws Exception {
    UUID one = add("A");
    UUID two = add("A");
    cancel(two);
    UUID three = addNeeding(two);
    assertThat(given().finished(three).status()).isEqualTo(Status.CANCELLED);
    UUID four = add("A");
    assertThat(status(four)).isEqualTo(Status.BLOCKED);
    done(one);
    assertThat(status(four)).isEqualTo(Status.READY);
  }

  @Test
  void whoIsHeldAndNeedsTheOneBeforeItThatWasCancelledIsCancelledWhenLetGo() throws Exception {
    UUID one = add("A");
    UUID two = add("A");
    UUID three = addNeeding(two);
    UUID four = add("A");
    hold(three);
    cancel(two);
    assertThat(status(three)).isEqualTo(Status.BLOCKED);
    letGo(three);
    assertThat(given().finished(three).status()).isEqualTo(Status.CANCELLED);
    assertThat(status(four)).isEqualTo(Status.BLOCKED);
    done(one);
    assertThat(status(four)).isEqualTo(Status.READY);
  }

  private UUID addNeeding(UUID before) throws Exception {
    NewTask task = task("T", "A", null, Set.of(), Set.of(before));
    addAll(List.of(task));
    return task.id();
  }

  @Test
  void theIdOfOneThatEndedBeforeItsTurnIsRefusedUntilThatComes() throws Exception {
    for (boolean isLast : List.of(true, false)) {
      String key = isLast ? "A" : "B";
      UUID one = add(key);
      NewTask two = named(key, UUID.randomUUID());
      addAll(List.of(two));
      UUID three = isLast ? null : add(key);
      given().applied(OperatorRules.cancel(given().find(two.id()), "no", Duration.ofMillis(1)));
      passTime(Duration.ofSeconds(1));
      assertThatThrownBy(() -> addAll(List.of(two)))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining(two.id() + " can't be used again yet");
      assertThat(store().find(two.id())).isEmpty();
      done(one);
      if (three != null) {
        done(three);
      }
      addAll(List.of(two));
      assertThat(status(two.id())).isEqualTo(Status.READY);
      done(two.id());
    }
  }

  @Test
  @Tag("deep")
  void manyCancelledBeforeTheirTurnArePassedOver() throws Exception {
    UUID one = add("A");
    List<NewTask> many = new ArrayList<>();
    for (int i = 0; i < 700; i++) {
      many.add(task("A"));
    }
    addAll(many);
    UUID last = add("A");
    store()
        .apply(
            many.stream()
                .map(t -> OperatorRules.cancel(given().find(t.id()), "not needed", KEEP))
                .toList());
    assertThat(status(last)).isEqualTo(Status.BLOCKED);
    done(one);
    store().prune(1_000);
    assertThat(status(last)).isEqualTo(Status.READY);
  }
}
