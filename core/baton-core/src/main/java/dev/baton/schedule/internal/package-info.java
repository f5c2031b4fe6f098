/** The form in which a task stores its tick of a schedule. */
@NullMarked
package dev.baton.schedule.internal;

import org.jspecify.annotations.NullMarked;
