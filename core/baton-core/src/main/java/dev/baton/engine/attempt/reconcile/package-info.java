/** Handles attempts that were lost or interrupted, so that their effect is in doubt. */
@NullMarked
package dev.baton.engine.attempt.reconcile;

import org.jspecify.annotations.NullMarked;
