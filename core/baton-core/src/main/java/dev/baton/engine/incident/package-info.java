/**
 * Incidents: one node watches the tasks of all types, notes in a row for each kind and type what
 * people must be told, and tells it.
 *
 * <p>{@link dev.baton.engine.incident.IncidentRules} decides what the row says next. The row is
 * written first, by one compare-and-set; only then is anybody told, so that a notice is decided
 * once in the cluster, whichever nodes believe that they lead. What a sink has heard is written
 * into the row when it has answered. The next leader goes on with what is still to be told: each
 * notice is told at least once, under a key that stays the same.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.engine.incident;
