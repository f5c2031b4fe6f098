/**
 * From a claimed task to the end of its handler. {@link dev.baton.engine.attempt.Runner} starts an
 * attempt, asks the {@link dev.baton.engine.attempt.StartGate} and calls the handler; its outcome
 * becomes a transition in {@link dev.baton.engine.attempt.OutcomeTransitions} and is written by
 * {@link dev.baton.engine.attempt.AttemptFinisher}. Each feature has a package below this one,
 * which knows nothing of this one.
 */
@NullMarked
package dev.baton.engine.attempt;

import org.jspecify.annotations.NullMarked;
