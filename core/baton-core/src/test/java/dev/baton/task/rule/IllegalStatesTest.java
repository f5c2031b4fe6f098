package dev.baton.task.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.When;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests that contradictory values can't be built. */
class IllegalStatesTest {

  @Test
  void ownerAndNextEventMatchTheStatus() {
    for (Status status : Status.values()) {
      for (boolean owned : new boolean[] {true, false}) {
        for (boolean timed : new boolean[] {true, false}) {
          for (boolean alarmed : new boolean[] {true, false}) {
            boolean legal =
                owned == (status == Status.RUNNING)
                    && alarmed == status.hasAlarm()
                    && (timed || !List.of(Status.WAITING, Status.READY).contains(status))
                    && !(timed && status == Status.ERROR);
            assertThat(canBePosition(status, owned, timed, alarmed))
                .as("%s owner=%s runAt=%s alarm=%s", status, owned, timed, alarmed)
                .isEqualTo(legal);
            assertThat(canBePlacement(status, owned, timed, alarmed))
                .as("placed %s owner=%s runAt=%s alarm=%s", status, owned, timed, alarmed)
                .isEqualTo(legal && !status.isFinished());
          }
        }
      }
    }
  }

  private static boolean canBePosition(
      Status status, boolean owned, boolean timed, boolean alarmed) {
    try {
      position(
          status,
          1,
          owned ? Some.OWNER : null,
          timed ? Some.NOW : null,
          alarmed ? Some.NOW : null,
          0,
          0,
          0);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean canBePlacement(
      Status status, boolean owned, boolean timed, boolean alarmed) {
    try {
      new NextPosition(
          status,
          owned ? Some.OWNER : null,
          timed ? When.now() : null,
          alarmed ? When.now() : null,
          new Position.Counts(0, 0, 0, LastOutcome.NONE),
          "",
          null);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Position position(
      Status status,
      long version,
      UUID owner,
      Instant runAt,
      Instant alarm,
      int attempts,
      int losses,
      int lossLimit) {
    return new Position(
        status,
        version,
        owner,
        runAt,
        alarm,
        new Position.Counts(attempts, losses, lossLimit, LastOutcome.NONE),
        "",
        null);
  }

  @Test
  void versionsStartAtOneAndCountsAtZero() {
    refused(() -> position(Status.BLOCKED, 0, null, null, null, 0, 0, 0), "must be 1 or more");
    refused(() -> position(Status.BLOCKED, 1, null, null, null, -1, 0, 0), "zero or more");
    refused(() -> position(Status.BLOCKED, 1, null, null, null, 0, -1, 0), "zero or more");
    refused(() -> position(Status.BLOCKED, 1, null, null, null, 0, 0, -1), "zero or more");
  }

  @Test
  void aPlacementNeverEndsATask() {
    for (Status status : List.of(Status.DONE, Status.FAILED, Status.CANCELLED)) {
      refused(
          () ->
              new NextPosition(
                  status,
                  null,
                  null,
                  null,
                  new Position.Counts(0, 0, 0, LastOutcome.SUCCESS),
                  "",
                  null),
          "use Change.Finish");
    }
  }

  @Test
  void stateNameIsShortAndStorable() {
    assertThatCode(() -> AddRules.blocked("s".repeat(60))).doesNotThrowAnyException();
    refused(() -> AddRules.blocked("s".repeat(61)), "at most 60 characters");
    refused(() -> AddRules.blocked("a\0b"), "NUL");
  }

  @Test
  void taskHasKeysExactlyIfItsSpecIsKeyed() {
    TaskSpec keyed =
        new TaskSpec(
            new Flow("T", ""), null, "default", 5, null, Map.of(), TaskSpec.Origin.NONE, true);
    TaskKey key =
        new TaskKey(TaskKey.Kind.UNIQUE, "k", new TaskKey.KeyRetention(Duration.ZERO, false));
    NextPosition start = AddRules.blocked("");
    assertThatCode(() -> new NewTask(Some.ID, keyed, start, List.of(key)))
        .doesNotThrowAnyException();
    assertThatCode(() -> new NewTask(Some.ID, Some.SPEC, start, List.of()))
        .doesNotThrowAnyException();
    refused(() -> new NewTask(Some.ID, keyed, start, List.of()), "keyed if and only if");
    refused(() -> new NewTask(Some.ID, Some.SPEC, start, List.of(key)), "keyed if and only if");
  }

  @Test
  void taskNamesAreNonBlankText() {
    for (String wrong : List.of("", " a", "a ", "a\tb", "a\0b", "\u3000a", "a".repeat(251))) {
      refused(() -> spec(wrong, null, "b", ""), "A task's type");
      refused(() -> spec("T", wrong, "b", ""), "A task's sub-type");
    }
    refused(() -> spec("T", null, "b", "k".repeat(201)), "A task's key");
    refused(() -> spec("T", null, "b", "k "), "neither starts nor ends with a blank");
    for (String wrong : List.of("", "a b", "ü", "a/b", "a".repeat(61))) {
      refused(() -> spec("T", null, wrong, ""), "A bucket's name");
    }
    assertThat(spec("a b", "c", "A-z.0_9", "").flow()).isEqualTo(new Flow("a b", ""));
  }

  private static TaskSpec spec(String type, String subType, String bucket, String key) {
    return new TaskSpec(
        new Flow(type, key), subType, bucket, 5, null, Map.of(), TaskSpec.Origin.NONE, false);
  }

  @Test
  void prioritiesPayloadsAndContextsHaveBounds() {
    refused(() -> spec(-1, null, Map.of()), "from 0");
    refused(() -> spec(10, null, Map.of()), "from 0");
    Bytes largest = Bytes.of(new byte[TaskSpec.MAX_PAYLOAD_BYTES]);
    assertThatCode(() -> spec(0, largest, Map.of())).doesNotThrowAnyException();
    Bytes tooLarge = Bytes.of(new byte[TaskSpec.MAX_PAYLOAD_BYTES + 1]);
    refused(() -> spec(9, tooLarge, Map.of()), "Store the data elsewhere");
    refused(() -> spec(9, null, Map.of("k", "v".repeat(8_192))), "at most 8192 characters");
    refused(() -> spec(9, null, Map.of("k", "\0")), "NUL");
    refused(() -> spec(9, null, Map.of("\0", "v")), "NUL");
  }

  private static TaskSpec spec(int priority, Bytes payload, Map<String, String> context) {
    return new TaskSpec(
        new Flow("T", ""), null, "b", priority, payload, context, TaskSpec.Origin.NONE, false);
  }

  @Test
  void contextRefusesBatonsNames() {
    assertThatThrownBy(() -> spec(5, null, Map.of("baton.order", "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'baton.order'");
  }

  @Test
  void specCopiesTheContext() {
    Map<String, String> context = new HashMap<>(Map.of("b", "1", "a", "2"));
    TaskSpec spec = spec(5, null, context);
    context.put("c", "3");
    assertThat(spec.context().keySet()).containsExactly("a", "b");
    assertThatThrownBy(() -> spec.context().put("d", "4"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void uniqueKeysAreTextWithBoundedRetention() {
    TaskKey.KeyRetention hold = new TaskKey.KeyRetention(TaskKey.KeyRetention.LONGEST, true);
    for (String wrong : List.of("", " k", "k ", "k".repeat(502), "a\0b")) {
      refused(() -> new TaskKey(TaskKey.Kind.UNIQUE, wrong, hold), "unique key");
    }
    refused(() -> new TaskKey.KeyRetention(Duration.ofNanos(-1), false), "kept for");
    refused(
        () -> new TaskKey.KeyRetention(TaskKey.KeyRetention.LONGEST.plusNanos(1), false),
        "kept for");
  }

  @Test
  void timesAreBoundedAndExactToTheMicrosecond() {
    refused(() -> When.in(Duration.ofNanos(-1)), "between zero");
    refused(() -> When.in(When.LONGEST.plusNanos(1)), "between zero");
    refused(() -> When.at(Instant.MAX), "must lie between");
    refused(() -> When.at(Instant.EPOCH), "must lie between");
    Instant now = Instant.parse("2026-03-01T00:00:00.123456789Z");
    assertThat(When.now().from(now)).isEqualTo(Instant.parse("2026-03-01T00:00:00.123456Z"));
    assertThat(When.in(Duration.ofNanos(211)).from(now))
        .isEqualTo(Instant.parse("2026-03-01T00:00:00.123457Z"));
    assertThat(When.at(now).from(Some.NOW)).isEqualTo(Instant.parse("2026-03-01T00:00:00.123456Z"));
  }

  @Test
  void finishedTaskHasFinishedStatus() {
    refused(
        () ->
            new FinishedTask(
                Some.ID,
                Some.SPEC,
                Status.ERROR,
                2,
                null,
                0,
                0,
                "",
                null,
                null,
                Some.NOW,
                Some.NOW,
                Some.NOW),
        "live status");
  }

  @Test
  void codesOfStatusesAndOutcomesNeverChange() {
    assertThat(List.of(Status.values()).stream().map(status -> status.code() + status.name()))
        .containsExactly(
            "0BLOCKED",
            "1WAITING",
            "2READY",
            "3RUNNING",
            "4ERROR",
            "5DONE",
            "6FAILED",
            "7CANCELLED");
    assertThat(List.of(LastOutcome.values()).stream().map(each -> each.code() + each.name()))
        .containsExactly(
            "0NONE",
            "1SUCCESS",
            "2FAILURE",
            "3LOST",
            "4IN_DOUBT",
            "5UNDECIDED",
            "6CONTINUES",
            "7LEFT_TO_OTHERS");
    for (Status status : Status.values()) {
      assertThat(Status.ofCode(status.code())).isEqualTo(status);
    }
    for (LastOutcome outcome : LastOutcome.values()) {
      assertThat(LastOutcome.ofCode(outcome.code())).isEqualTo(outcome);
    }
    for (int code : new int[] {-1, 8, 100}) {
      refused(() -> Status.ofCode(code), "No status has the code " + code);
      refused(() -> LastOutcome.ofCode(code), "No outcome has the code " + code);
    }
    assertThat(TaskKey.Kind.ID.code()).isZero();
    assertThat(TaskKey.Kind.UNIQUE.code()).isEqualTo(1);
  }

  @Test
  void ownerNamesIncarnationAndClaim() {
    NodeStart node = new NodeStart(-5);
    assertThat(node.owner(1)).isNotEqualTo(node.owner(2)).isNotEqualTo(new NodeStart(5).owner(1));
    assertThat(node.owns(node.firstOwner())).isTrue();
    assertThat(node.owns(node.lastOwner())).isTrue();
    assertThat(node.owns(new NodeStart(-4).owner(0))).isFalse();
    refused(() -> node.owner(-1), "must be 0 or more");
  }

  @Test
  void errorsAreCutWithoutBreakingACharacter() {
    assertThat(error("e".repeat(9_000))).hasSize(8_000);
    assertThat(error("e".repeat(7_999) + "😀")).isEqualTo("e".repeat(7_999));
    assertThat(error("e".repeat(7_998) + "😀")).hasSize(8_000);
    // PostgreSQL refuses NUL characters. One of them would make the whole batch of outcomes fail
    // forever.
    assertThat(error("a\0b")).isEqualTo("a\uFFFDb");
  }

  private static String error(String message) {
    return HolderRules.error(Some.task(Status.RUNNING), message).error();
  }

  @Test
  void bytesAreEqualByContentCopiedAndNeverShown() {
    byte[] array = {1, 2, 3};
    Bytes bytes = Bytes.of(array);
    array[0] = 9;
    bytes.toArray()[1] = 9;
    assertThat(bytes).isEqualTo(Bytes.of(new byte[] {1, 2, 3})).hasToString("3 bytes");
    assertThat(bytes).hasSameHashCodeAs(Bytes.of(new byte[] {1, 2, 3}));
    assertThat(Bytes.of("ü").toText()).isEqualTo("ü");
    assertThat(Bytes.of("ü").length()).isEqualTo(2);
  }

  private static void refused(Runnable building, String reason) {
    assertThatThrownBy(building::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  /**
   * Databases store half a surrogate pair as another character, so two such names would become one.
   */
  @Test
  void searchableNamesContainNoHalfSurrogatePair() {
    TaskKey.KeyRetention hold = new TaskKey.KeyRetention(Duration.ZERO, false);
    for (String half : List.of("a\uD83D", "\uDE00a", "\uDE00\uD83D")) {
      assertThatThrownBy(() -> new TaskKey(TaskKey.Kind.UNIQUE, half, hold))
          .hasMessageContaining("half a surrogate pair");
      assertThatThrownBy(() -> named(half, "")).hasMessageContaining("half a surrogate pair");
      assertThatThrownBy(() -> named("T", half)).hasMessageContaining("half a surrogate pair");
    }
    assertThatCode(() -> named("😀T😀", "😀")).doesNotThrowAnyException();
  }

  private static TaskSpec named(String type, String key) {
    return new TaskSpec(
        new Flow(type, key), null, "default", 5, null, Map.of(), TaskSpec.Origin.NONE, false);
  }
}
