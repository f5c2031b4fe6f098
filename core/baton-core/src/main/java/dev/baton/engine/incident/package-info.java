/**
 * Incidents: one node at a time watches the tasks of all types. For each kind of trouble and type
 * it keeps a row, and it sends notices about it to the sinks.
 *
 * <p>{@link dev.baton.engine.incident.IncidentRules} decides the next notice of each row. The row
 * is first written with one compare-and-set. Only then the notice is sent. So the cluster decides
 * each notice once, even if several nodes have the duty for a moment. When a sink has accepted a
 * notice, this is recorded in the row. If another node takes over, it continues with the remaining
 * notices. Each notice is sent at least once, always with the same key.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.engine.incident;
