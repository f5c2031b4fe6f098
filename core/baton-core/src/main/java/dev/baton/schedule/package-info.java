/**
 * Schedules of repeated work: {@link dev.baton.schedule.Schedule} defines what runs and when,
 * {@link dev.baton.schedule.Schedules} stores the schedules.
 */
@NullMarked
package dev.baton.schedule;

import org.jspecify.annotations.NullMarked;
