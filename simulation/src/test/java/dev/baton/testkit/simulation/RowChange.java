package dev.baton.testkit.simulation;

import java.time.Instant;
import java.util.UUID;

/**
 * One committed change of one row.
 *
 * @param by who made it
 * @param operator whether a person asked for it
 * @param now the database's clock
 */
record RowChange(
    UUID id,
    History.Row before,
    History.Row after,
    SimulatedNode by,
    Verb verb,
    boolean operator,
    Instant now) {}
