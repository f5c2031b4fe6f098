/**
 * Schedules: their ticks, the duty that adds a task for each due tick, and the service that changes
 * them. A tick enters a task's path as a request.
 */
@NullMarked
package dev.baton.engine.schedule;

import org.jspecify.annotations.NullMarked;
