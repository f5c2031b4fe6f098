package dev.baton.examples.quarkus;

/**
 * A table that the catalog has dropped.
 *
 * @param location folder of the table; no other table ever has the same folder
 */
public record DroppedTable(String name, String location) {}
