/** Cron expressions: what they name on a clock that never changes. Knows nothing but the JDK. */
@NullMarked
package dev.baton.cron;

import org.jspecify.annotations.NullMarked;
