package dev.baton.task.rule;

import java.util.UUID;

/**
 * The fence: identifies one claim of a task, different from every other claim.
 *
 * @param id the task
 * @param version the version with which it was claimed
 * @param owner the node start and the claim; see {@link NodeStart}
 */
public record ClaimFence(UUID id, long version, UUID owner) {}
