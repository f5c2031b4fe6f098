package dev.baton.task;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task that another task waited for.
 *
 * @param id the id of the task that was waited for
 * @param end how that task ended: DONE, FAILED or CANCELLED; DONE if its row is no longer kept;
 *     null if it has not ended yet, for example because an operator ran the waiting task anyway
 */
public record Prerequisite(UUID id, @Nullable Status end) {}
