package dev.baton.jdbc.task.strategy;

import java.util.UUID;

/** One label of a task. */
public record Label(UUID task, String name, String value) {}
