package dev.baton.spi.core;

import dev.baton.task.row.FinishedTask;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The live and the finished tasks among some ids. If an id is missing from both, its task never
 * existed, or has ended and is no longer kept.
 *
 * @param live ids of tasks that are live
 * @param inError ids of live tasks that are in ERROR
 * @param finished tasks that have ended and are kept
 */
public record LiveAndFinished(Set<UUID> live, Set<UUID> inError, List<FinishedTask> finished) {}
