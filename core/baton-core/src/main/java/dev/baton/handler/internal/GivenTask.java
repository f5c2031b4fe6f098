package dev.baton.handler.internal;

import dev.baton.task.Bytes;
import dev.baton.task.row.TaskTraits;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values that a task was added with, in their stored form.
 *
 * @param payload null for no payload
 * @param context the context entries of the request
 * @param traits facts that Baton stores about the task, such as the format of the payload
 * @param now the approximate current time, by the database's clock
 */
public record GivenTask(
    @Nullable Bytes payload, Map<String, String> context, TaskTraits traits, Instant now) {}
