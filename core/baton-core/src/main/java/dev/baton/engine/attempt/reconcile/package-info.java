/** Attempts that were lost or cut off, and whose effect may have happened. */
@NullMarked
package dev.baton.engine.attempt.reconcile;

import org.jspecify.annotations.NullMarked;
