/**
 * Handles attempts that were lost or interrupted, so that Baton can't know whether their effect
 * happened.
 */
@NullMarked
package dev.baton.engine.attempt.reconcile;

import org.jspecify.annotations.NullMarked;
