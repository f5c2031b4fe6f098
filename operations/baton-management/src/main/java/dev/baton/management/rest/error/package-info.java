/** Errors grouped by cause. */
@NullMarked
package dev.baton.management.rest.error;

import org.jspecify.annotations.NullMarked;
