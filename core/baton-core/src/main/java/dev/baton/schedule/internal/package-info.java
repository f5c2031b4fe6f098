/** How the tick of a schedule is stored with its task. */
@NullMarked
package dev.baton.schedule.internal;

import org.jspecify.annotations.NullMarked;
