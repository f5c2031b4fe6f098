package dev.baton.task;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task that another waited for.
 *
 * @param id of the task that was waited for
 * @param end how it ended: DONE, FAILED or CANCELLED, and DONE too when it had ended without a
 *     trace; null when it hadn't ended, and the one that waited was let go all the same
 */
public record Prerequisite(UUID id, @Nullable Status end) {}
