package dev.baton.move;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row that was taken over.
 *
 * @param oldKey the row's key in its engine
 * @param task the task it became; null for a schedule, or if Baton had the task already
 * @param schedule the schedule it became; null for a task
 * @param attempts number of attempts at the time of the move
 * @param outcome stored code of how its latest attempt had ended
 * @param was the state of the old row
 */
record Moved(
    String oldKey,
    @Nullable UUID task,
    @Nullable String schedule,
    int attempts,
    int outcome,
    String was) {}
