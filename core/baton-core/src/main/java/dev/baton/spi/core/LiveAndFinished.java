package dev.baton.spi.core;

import dev.baton.task.internal.FinishedTask;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What has become of some tasks. Those in neither have ended without being kept, or never were.
 *
 * @param live those that haven't ended
 * @param inError those of them that are in ERROR
 * @param finished those that have, and are kept
 */
public record LiveAndFinished(Set<UUID> live, Set<UUID> inError, List<FinishedTask> finished) {}
