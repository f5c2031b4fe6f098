package dev.baton.task.rule;

import java.util.UUID;

/**
 * One holding of a task, named so that no other can be mistaken for it: the fence.
 *
 * @param id the task
 * @param version the version under which it was taken
 * @param owner who took it, by which claim; see {@link NodeStart}
 */
public record ClaimFence(UUID id, long version, UUID owner) {}
