package dev.baton.handler.internal;

import dev.baton.task.Bytes;
import dev.baton.task.row.TaskTraits;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of a task from its request, in their stored form.
 *
 * @param payload null for no payload
 * @param context the context entries of the request
 * @param traits entries that Baton stores about the task, such as the form of the payload
 * @param now the approximate current time, on the database's clock
 */
public record GivenTask(
    @Nullable Bytes payload, Map<String, String> context, TaskTraits traits, Instant now) {}
