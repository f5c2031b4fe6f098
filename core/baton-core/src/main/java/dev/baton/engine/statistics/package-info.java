/**
 * Counts tasks: the live ones by reading the store, and the finished ones from this node's events.
 * The node writes its counts to the store, for operators and dashboards. This package only
 * observes; no task depends on it.
 */
@NullMarked
package dev.baton.engine.statistics;

import org.jspecify.annotations.NullMarked;
