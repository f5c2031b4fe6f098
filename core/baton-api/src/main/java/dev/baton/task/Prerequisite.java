package dev.baton.task;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task that another task waited for.
 *
 * @param id the id of the task that was waited for
 * @param end how it ended: DONE, FAILED or CANCELLED; DONE also if it ended without a kept row;
 *     null if it had not ended when the waiting task was released anyway
 */
public record Prerequisite(UUID id, @Nullable Status end) {}
