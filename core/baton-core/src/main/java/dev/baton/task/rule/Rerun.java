package dev.baton.task.rule;

import dev.baton.task.row.TaskSpec;
import java.util.UUID;

/**
 * The change that makes a finished task live again, because a caller has added it again. A store
 * applies it in the caller's transaction.
 *
 * @param id the task
 * @param version the version with which the task finished
 * @param placement its first position, with its next version
 * @param spec its new specification; only payload and context are written
 */
public record Rerun(UUID id, long version, NextPosition placement, TaskSpec spec) {}
