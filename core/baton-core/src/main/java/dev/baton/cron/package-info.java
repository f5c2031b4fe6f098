/**
 * Parses cron expressions and finds their times, on a clock without time zone changes. Depends only
 * on the JDK.
 */
@NullMarked
package dev.baton.cron;

import org.jspecify.annotations.NullMarked;
