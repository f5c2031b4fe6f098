package dev.baton.chaos.check;

import dev.baton.chaos.fault.Operator;
import dev.baton.chaos.process.Handlers;
import dev.baton.chaos.record.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks by the operators' journal whether a task ended as they requested. */
public final class TouchedRules {
  public static final String ACTS = "operator.acts";

  private static final int DONE = 5;
  private static final int CANCELLED = 7;

  private final Set<String> said = new HashSet<>();

  static TouchedRules read(Path folder) throws IOException {
    TouchedRules rules = new TouchedRules();
    for (String line : Journal.read(folder.resolve(ACTS))) {
      rules.said.add(line);
    }
    return rules;
  }

  /** Returns whether an operator has changed this task or may have changed it. */
  boolean isTouched(String taskId) {
    return was(Operator.SIGNAL, taskId, Operator.APPLIED)
        || was(Operator.SIGNAL, taskId, Operator.UNKNOWN)
        || was(Operator.CANCEL, taskId, Operator.APPLIED)
        || was(Operator.CANCEL, taskId, Operator.UNKNOWN);
  }

  /** Returns what is wrong with a task that ended in this status with effects of these steps. */
  Optional<String> judge(String taskId, int status, List<Integer> steps) {
    if (was(Operator.CANCEL, taskId, Operator.APPLIED)) {
      return status == CANCELLED && steps.isEmpty()
          ? Optional.empty()
          : Optional.of("cancelled, but it ended otherwise or had an effect");
    }
    if (status == CANCELLED) {
      return was(Operator.CANCEL, taskId, Operator.UNKNOWN) && steps.isEmpty()
          ? Optional.empty()
          : Optional.of("cancelled without a request, or after an effect");
    }
    if (status != DONE || steps.size() != 1) {
      return Optional.of("not done once");
    }
    boolean isOfSignal = steps.get(0) == Handlers.SIGNALLED_STEP;
    if (was(Operator.SIGNAL, taskId, Operator.APPLIED) && !isOfSignal) {
      return Optional.of("signalled, but the signal had no effect");
    }
    return isOfSignal && !isTouched(taskId)
        ? Optional.of("a signal that was never committed had an effect")
        : Optional.empty();
  }

  private boolean was(String action, String taskId, String result) {
    return said.contains(action + " " + taskId + " " + result);
  }
}
