package dev.baton.task.rule;

import java.util.UUID;

/**
 * Identifies one claim of a task. No other claim has an equal fence.
 *
 * @param id the task
 * @param version the version that the claim gave the task
 * @param owner the owner, which contains the number of the node's start and the number of the
 *     claim; see {@link NodeStart}
 */
public record ClaimFence(UUID id, long version, UUID owner) {}
