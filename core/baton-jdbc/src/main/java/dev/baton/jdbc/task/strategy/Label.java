package dev.baton.jdbc.task.strategy;

import java.util.UUID;

/** A label of a task. */
public record Label(UUID task, String name, String value) {}
