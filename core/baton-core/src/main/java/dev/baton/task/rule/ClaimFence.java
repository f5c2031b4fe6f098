package dev.baton.task.rule;

import java.util.UUID;

/**
 * Identifies one claim of a task. No other claim has an equal fence.
 *
 * @param id the task
 * @param version the version with which it was claimed
 * @param owner the owner, which contains the number of the node's start and the number of the
 *     claim; see {@link NodeStart}
 */
public record ClaimFence(UUID id, long version, UUID owner) {}
