/** A cron job: each tick runs once in the whole cluster. */
@NullMarked
package dev.baton.examples.cron;

import org.jspecify.annotations.NullMarked;
