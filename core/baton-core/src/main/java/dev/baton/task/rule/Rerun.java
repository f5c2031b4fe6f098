package dev.baton.task.rule;

import dev.baton.task.internal.TaskSpec;
import java.util.UUID;

/**
 * What a resubmission makes of a finished task: it lives again, for a store to apply in the
 * submitting transaction.
 *
 * @param id the task
 * @param version the version under which it finished
 * @param placement where it starts, under its next version
 * @param spec what it is then; only payload and carried context are written
 */
public record Rerun(UUID id, long version, NextPosition placement, TaskSpec spec) {}
