/**
 * Runs claimed tasks: claim → attempt → outcome → transition. {@link
 * dev.baton.engine.attempt.Runner} starts an attempt, checks the {@link
 * dev.baton.engine.attempt.StartGate} and calls the handler. {@link
 * dev.baton.engine.attempt.OutcomeTransitions} turns the outcome into a transition. {@link
 * dev.baton.engine.attempt.AttemptFinisher} passes the transition to the completer. Each subpackage
 * implements one feature and doesn't depend on this package.
 */
@NullMarked
package dev.baton.engine.attempt;

import org.jspecify.annotations.NullMarked;
