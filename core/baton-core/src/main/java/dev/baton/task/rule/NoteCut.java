package dev.baton.task.rule;

import java.util.List;

/**
 * The notes that a workflow loses if it runs again from one of its steps.
 *
 * @param fromStep the steps with this name and those after it, in the order of their names
 * @param signals signals and waits
 */
public record NoteCut(String fromStep, List<SignalNote> signals) {
  public NoteCut {
    signals = List.copyOf(signals);
  }
}
