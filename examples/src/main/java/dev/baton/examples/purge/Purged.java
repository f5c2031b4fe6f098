package dev.baton.examples.purge;

/** The answer to a {@link Purge}. */
public record Purged(String table, int files) {}
