/** Cron expressions of schedules. Needs cron-utils on the class path. */
@NullMarked
package dev.baton.cron;

import org.jspecify.annotations.NullMarked;
