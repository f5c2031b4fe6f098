package dev.baton.task.rule;

import dev.baton.task.internal.TaskSpec;
import java.util.UUID;

/**
 * The change that a resubmission makes to a finished task, which becomes live again. A store
 * applies it in the submitting transaction.
 *
 * @param id the task
 * @param version the version with which it finished
 * @param placement its first position, with its next version
 * @param spec its new specification; only payload and context are written
 */
public record Rerun(UUID id, long version, NextPosition placement, TaskSpec spec) {}
