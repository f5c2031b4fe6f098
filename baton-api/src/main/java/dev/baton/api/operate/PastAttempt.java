package dev.baton.api.operate;

import dev.baton.task.LastOutcome;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that went wrong in a task's life: an attempt that failed or was lost, or an end that a
 * person made.
 *
 * @param number which attempt it was, counted since the task last made progress
 * @param owner who held the task then; null when nobody did
 * @param endedAt when it was written
 * @param outcome FAILURE or LOST; NONE when no attempt ended by it, as when the task was called off
 * @param error what was said; at most 8,000 characters
 */
public record PastAttempt(
    int number, @Nullable UUID owner, Instant endedAt, LastOutcome outcome, String error) {}
