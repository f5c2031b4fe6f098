package dev.baton.examples.quarkus;

/**
 * A table that the catalog has dropped.
 *
 * @param location its folder, which no other table ever has
 */
public record DroppedTable(String name, String location) {}
