/**
 * Incidents: one node watches the tasks of all types. For each kind of trouble and type it keeps a
 * row with the notices for people, and sends them to the sinks.
 *
 * <p>{@link dev.baton.engine.incident.IncidentRules} decides the next notice of a row. The row is
 * written first, by one compare-and-set, and the notice is sent after that. So a notice is decided
 * once in the cluster, even if several nodes believe that they lead. When a sink has accepted a
 * notice, the row records it. The next leader continues with the notices that are left. Each notice
 * is sent at least once, under a key that remains the same.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.engine.incident;
