/**
 * Counts tasks: live ones by reading the store, and finished work from this node's events. The node
 * writes its counts into the store now and then, for operators and dashboards. This package only
 * observes a task's path.
 */
@NullMarked
package dev.baton.engine.statistics;

import org.jspecify.annotations.NullMarked;
