package dev.baton.move;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row that went over.
 *
 * @param oldKey what names the row in its engine
 * @param task what it became; null for a schedule, or when Baton had it already
 * @param schedule what it became; null for a task
 * @param attempts how many attempts it had as it went over
 * @param outcome how its latest attempt had ended, as stored
 * @param was how the old row stood
 */
record Moved(
    String oldKey,
    @Nullable UUID task,
    @Nullable String schedule,
    int attempts,
    int outcome,
    String was) {}
