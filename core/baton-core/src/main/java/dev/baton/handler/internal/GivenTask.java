package dev.baton.handler.internal;

import dev.baton.task.Bytes;
import dev.baton.task.internal.TaskTraits;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a task was added with, in its stored form.
 *
 * @param payload null for none
 * @param context what was carried from the adder
 * @param traits how the payload is written, among others
 * @param now about what the database's clock shows
 */
public record GivenTask(
    @Nullable Bytes payload, Map<String, String> context, TaskTraits traits, Instant now) {}
