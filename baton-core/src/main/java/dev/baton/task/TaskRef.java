package dev.baton.task;

import java.util.UUID;

/** A task at one of its versions. */
public record TaskRef(UUID id, long version) {}
