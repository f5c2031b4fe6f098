package dev.baton.examples.purge;

/** The result of a {@link Purge}. */
public record Purged(String table, int files) {}
