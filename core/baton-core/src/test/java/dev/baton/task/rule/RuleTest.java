package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Compares the rules with a table written by hand, so that a change of either is noticed. */
class RuleTest {
  private static final Map<Rule, String> MOVES = moves();
  private static final Set<Rule> KEEP_THE_VERSION =
      Set.of(Rule.HINT_AGAIN, Rule.RENEW, Rule.CHECKPOINT, Rule.MARK);
  private static final Set<Rule> NEED_TIME_UP =
      Set.of(
          Rule.DUE, Rule.HINT_AGAIN, Rule.LOST, Rule.LOST_TO_ERROR, Rule.UNKNOWN_TYPE, Rule.PRUNE);

  private static Map<Rule, String> moves() {
    Map<Rule, String> moves = new TreeMap<>();
    moves.put(Rule.DUE, "WAITING>READY");
    moves.put(
        Rule.RESCHEDULE,
        "WAITING>WAITING WAITING>READY WAITING>BLOCKED READY>WAITING READY>READY"
            + " READY>BLOCKED BLOCKED>WAITING BLOCKED>READY BLOCKED>BLOCKED ERROR>WAITING"
            + " ERROR>READY ERROR>BLOCKED");
    moves.put(Rule.UNBLOCK, "BLOCKED>BLOCKED BLOCKED>WAITING BLOCKED>READY");
    moves.put(
        Rule.SIGNAL,
        "WAITING>WAITING WAITING>READY READY>WAITING READY>READY ERROR>WAITING" + " ERROR>READY");
    moves.put(Rule.SIGNAL_HELD, "BLOCKED>BLOCKED");
    moves.put(
        Rule.RESUBMIT,
        "WAITING>WAITING WAITING>READY WAITING>BLOCKED READY>WAITING READY>READY"
            + " READY>BLOCKED BLOCKED>WAITING BLOCKED>READY BLOCKED>BLOCKED");
    moves.put(Rule.HINT_AGAIN, "READY>READY");
    moves.put(Rule.CLAIM, "READY>RUNNING");
    moves.put(Rule.RENEW, "RUNNING>RUNNING");
    moves.put(Rule.CHECKPOINT, "RUNNING>RUNNING");
    moves.put(Rule.MARK, "RUNNING>RUNNING");
    moves.put(Rule.NEXT_STATE, "RUNNING>RUNNING");
    moves.put(Rule.SIGNAL_RUNNING, "RUNNING>READY RUNNING>WAITING");
    moves.put(Rule.WAIT, "RUNNING>WAITING RUNNING>BLOCKED");
    moves.put(Rule.GIVE_BACK, "RUNNING>READY");
    moves.put(Rule.RETRY_NOW, "RUNNING>READY");
    moves.put(Rule.CONTINUE, "RUNNING>READY");
    moves.put(Rule.INTERRUPT, "RUNNING>READY");
    moves.put(Rule.LEAVE_TO_OTHERS, "RUNNING>READY");
    moves.put(Rule.LOST, "RUNNING>READY");
    moves.put(Rule.LOST_TO_ERROR, "RUNNING>ERROR");
    moves.put(Rule.FINISH, "RUNNING>DONE");
    moves.put(Rule.FAIL, "RUNNING>FAILED");
    moves.put(Rule.STOP_IN_ERROR, "RUNNING>ERROR");
    moves.put(Rule.UNKNOWN_TYPE, "READY>ERROR");
    moves.put(Rule.UNREADABLE, "WAITING>ERROR READY>ERROR RUNNING>ERROR");
    moves.put(Rule.RETRY_BY_HAND, "ERROR>READY ERROR>WAITING");
    moves.put(Rule.FAIL_BY_HAND, "BLOCKED>FAILED WAITING>FAILED READY>FAILED ERROR>FAILED");
    moves.put(
        Rule.CANCEL,
        "BLOCKED>CANCELLED WAITING>CANCELLED READY>CANCELLED RUNNING>CANCELLED"
            + " ERROR>CANCELLED");
    moves.put(
        Rule.RUN_AGAIN,
        "DONE>READY DONE>WAITING FAILED>READY FAILED>WAITING CANCELLED>READY"
            + " CANCELLED>WAITING");
    for (Rule rule :
        List.of(Rule.ADD_LATER, Rule.ADD_NOW, Rule.ADD_CLAIMED, Rule.ADD_BLOCKED, Rule.PRUNE)) {
      moves.put(rule, "");
    }
    return moves;
  }

  @TestFactory
  List<DynamicTest> aTransitionIsBuiltExactlyForTheMovesOfItsRule() {
    return List.of(Rule.values()).stream()
        .map(rule -> DynamicTest.dynamicTest(rule.name(), () -> checkAllMoves(rule)))
        .toList();
  }

  private static void checkAllMoves(Rule rule) {
    Set<String> allowed = new TreeSet<>();
    int refused = 0;
    for (Status from : Status.values()) {
      for (Status to : Status.values()) {
        String move = from + ">" + to;
        if (canBeBuilt(rule, from, to)) {
          allowed.add(move);
        } else {
          refused++;
        }
        assertThat(rule.allows(from, to)).as(move).isEqualTo(allowed.contains(move));
      }
    }
    String expected = MOVES.get(rule);
    assertThat(allowed)
        .isEqualTo(expected.isEmpty() ? Set.of() : new TreeSet<>(List.of(expected.split(" "))));
    assertThat(refused).isPositive();
  }

  private static boolean canBeBuilt(Rule rule, Status from, Status to) {
    try {
      transition(rule, from, to, rule.needsTimeIsUp());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Transition transition(Rule rule, Status from, Status to, boolean timeIsUp) {
    return new Transition(
        rule,
        Some.ID,
        new Guard(4, from, from == Status.RUNNING ? Some.OWNER : null, timeIsUp),
        to.isFinished()
            ? new Change.Finish(to, null, Some.KEEP)
            : new Change.Move(placement(to), false),
        null);
  }

  private static NextPosition placement(Status status) {
    return new NextPosition(
        status,
        status == Status.RUNNING ? Some.OWNER : null,
        status == Status.ERROR || status == Status.BLOCKED ? null : When.now(),
        status.hasAlarm() ? When.in(Some.LEASE) : null,
        new Position.Counts(0, 0, 0, LastOutcome.NONE),
        "",
        null);
  }

  @Test
  void newTasksStartAsTheAddRulesDefine() {
    Map<Rule, Status> starts =
        Map.of(
            Rule.ADD_LATER, Status.WAITING,
            Rule.ADD_NOW, Status.READY,
            Rule.ADD_CLAIMED, Status.RUNNING,
            Rule.ADD_BLOCKED, Status.BLOCKED);
    starts.forEach(
        (rule, status) -> {
          assertThat(rule.from()).isEmpty();
          assertThat(rule.to()).containsExactly(status);
        });
  }

  @Test
  void prunedTasksAreFinishedOnesAndAreGone() {
    assertThat(Rule.PRUNE.from())
        .containsExactlyInAnyOrder(Status.DONE, Status.FAILED, Status.CANCELLED);
    assertThat(Rule.PRUNE.to()).isEmpty();
  }

  @Test
  void movesForElapsedTimeMustCheckTheTime() {
    for (Rule rule : Rule.values()) {
      assertThat(rule.needsTimeIsUp()).as(rule.name()).isEqualTo(NEED_TIME_UP.contains(rule));
    }
    assertThatThrownBy(() -> transition(Rule.LOST, Status.RUNNING, Status.READY, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LOST needs a guard with timeIsUp");
    assertThatCode(() -> transition(Rule.GIVE_BACK, Status.RUNNING, Status.READY, true))
        .doesNotThrowAnyException();
  }

  @Test
  void movesRaiseTheVersionExceptTheOnesThatKeepHoldersValid() {
    for (Rule rule : Rule.values()) {
      assertThat(rule.newVersion()).as(rule.name()).isNotEqualTo(KEEP_THE_VERSION.contains(rule));
    }
    assertThat(transition(Rule.CHECKPOINT, Status.RUNNING, Status.RUNNING, false).versionAfter())
        .isEqualTo(4);
    assertThat(transition(Rule.WAIT, Status.RUNNING, Status.WAITING, false).versionAfter())
        .isEqualTo(5);
  }

  @Test
  void aRuleCannotBeChangedFromOutside() {
    assertThatThrownBy(() -> Rule.FINISH.to().add(Status.ERROR))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> Rule.FINISH.from().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void onlyDoneMayLeaveNoTrace() {
    assertThatCode(() -> new Change.Finish(Status.DONE, null, Duration.ZERO))
        .doesNotThrowAnyException();
    for (Status status : List.of(Status.FAILED, Status.CANCELLED)) {
      assertThatThrownBy(() -> new Change.Finish(status, null, Duration.ZERO))
          .hasMessageContaining("only a DONE task may have no finished row");
    }
    assertThatThrownBy(() -> new Change.Finish(Status.DONE, null, Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Change.Finish(Status.ERROR, null, Some.KEEP))
        .hasMessageContaining("ERROR is a live status");
  }
}
