package dev.baton.tck.simulation;

import dev.baton.api.SignalType;
import dev.baton.handler.Attempt;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Checks the waits for signals. A wait has one answer, which each of its attempts gets. A signal
 * answers at most one wait. No wait ends without a signal while a signal exists that is known to be
 * sent before.
 */
final class MailCheck implements RowCheck {
  static final String NAME = "mail";

  private static final int WAITS = 2;
  private static final int SOME = 3;
  private static final Duration SHORT = Duration.ofMillis(150);
  private static final Duration LONG = Duration.ofHours(1);
  private static final String OVER = "over";

  private final Violations violations;
  private final History history;
  private final StepCheck answers;
  private final Map<UUID, Mail> mail = new TreeMap<>();
  private int sent;
  private int forgotten;

  /** The known facts about one life of a task. */
  private static final class Mail {
    private final List<String> sent = new ArrayList<>();
    private final Map<Integer, Integer> sentBefore = new TreeMap<>();
    private final Map<Integer, String> given = new TreeMap<>();
  }

  MailCheck(Violations violations, History history, StepCheck answers) {
    this.violations = violations;
    this.history = history;
    this.answers = answers;
  }

  /** Returns a value that no other signal has. */
  Bytes next() {
    return Bytes.of("mail " + ++sent);
  }

  /** Awaits signals in some tasks, for a long time in a few. */
  void await(Attempt attempt) {
    long bits = attempt.taskId().getLeastSignificantBits();
    for (int number = 1; bits % SOME == 0 && number <= WAITS; number++) {
      Mail known = of(attempt.taskId());
      // An attempt whose end no checker saw may have noted its timeout. So nothing is known about
      // the time before a failover.
      int sentBefore = known.sentBefore.computeIfAbsent(number, first -> known.sent.size());
      boolean isShort = (bits >> 8) % 2 == 0;
      Optional<Bytes> value =
          attempt.awaitSignal(SignalType.of(NAME, Bytes.class), isShort ? SHORT : LONG);
      String answer = value.map(Bytes::toText).orElse(OVER);
      answers.given(attempt.taskId(), attempt.fencingToken(), "wait " + number, Bytes.of(answer));
      if (known == mail.get(attempt.taskId()) && isHolder(attempt)) {
        given(attempt.taskId(), known, number, answer, sentBefore);
      }
    }
  }

  private boolean isHolder(Attempt attempt) {
    Task row = history.rows().getOrDefault(attempt.taskId(), History.Row.GONE).live();
    return row != null && row.position().version() == attempt.fencingToken();
  }

  private void given(UUID task, Mail known, int number, String answer, int sentBefore) {
    boolean isNew = known.given.put(number, answer) == null;
    List<String> taken = known.given.values().stream().filter(one -> !one.equals(OVER)).toList();
    if (new TreeSet<>(taken).size() < taken.size()) {
      violations.report("a signal of " + task + " was given to two waits: " + known.given);
    }
    if (forgotten == 0 && isNew && answer.equals(OVER) && sentBefore > taken.size()) {
      violations.report(
          "wait "
              + number
              + " of "
              + task
              + " ended without a signal, and of "
              + known.sent
              + " only "
              + taken
              + " were taken");
    }
  }

  private Mail of(UUID task) {
    return mail.computeIfAbsent(task, id -> new Mail());
  }

  /**
   * Returns the lives that are known now. A signal counts as sent only if its life is still the
   * same.
   */
  Object life(UUID task) {
    return List.of(of(task), forgotten);
  }

  /** Notes that a signal was certainly sent. */
  void sent(UUID task, Object life, Bytes value) {
    if (life instanceof List<?> then
        && then.get(0) == mail.get(task)
        && then.get(1).equals(forgotten)) {
      of(task).sent.add(value.toText());
    }
  }

  /** Returns the tasks that may wait for a signal and that nothing else ends soon. */
  List<UUID> waiting(Instant now) {
    return history.ids(
        row -> {
          Position at = row.live() == null ? null : row.live().position();
          return RowRules.isNoted(row)
              && at != null
              && at.status() == Status.WAITING
              && at.runAt() != null
              && at.runAt().isAfter(now.plusSeconds(60));
        });
  }

  @Override
  public void changed(RowChange change) {
    if (change.isEnd()) {
      mail.remove(change.id());
    }
  }

  @Override
  public void rewound() {
    mail.clear();
    forgotten++;
  }
}
