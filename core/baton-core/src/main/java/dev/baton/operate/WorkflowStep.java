package dev.baton.operate;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A step of a workflow that is stored, or in which the workflow waits.
 *
 * @param number the place of the step in the workflow, from 1
 * @param name the name of the step. The second step with the same name is called {@code name#2}
 * @param at when the step got its result, or began to wait
 * @param until when the step's sleep, the timeout of its signal, or the delay before its next try
 *     ends; null if there is none
 * @param children the tasks that the step has called; for a failed call, only the task that isn't
 *     DONE
 */
public record WorkflowStep(
    int number,
    String name,
    StepProgress progress,
    Instant at,
    @Nullable Instant until,
    List<UUID> children) {

  /** The progress of a step. */
  public enum StepProgress {
    /** The step has its result. */
    DONE,
    /** The step has failed, and the handler continued. */
    FAILED,
    /** The step sleeps, or waits for its next try, a signal or its children. */
    WAITS,
    /**
     * This node can't read the step, because a newer version of Baton or a handler that isn't a
     * workflow has stored it.
     */
    UNKNOWN
  }

  public WorkflowStep {
    children = List.copyOf(children);
  }
}
