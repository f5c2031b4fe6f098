/** Work by the clock, once for each tick in the whole cluster. */
@NullMarked
package dev.baton.examples.cron;

import org.jspecify.annotations.NullMarked;
