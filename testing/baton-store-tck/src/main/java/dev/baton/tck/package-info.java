/**
 * Baton's seams in memory, for tests: a store, transactions, leadership, hints and what nodes know
 * of each other, all of which keep the same contract as the real ones and need nothing but the JVM.
 *
 * <p>{@link dev.baton.tck.MemoryTaskStore} is no imitation: rows are immutable, each verb is one
 * atomic step, guards are evaluated exactly as {@link dev.baton.task.rule.Guard} says, and what an
 * open transaction wrote is invisible to others, locks what it touched and reserves its keys. It
 * passes the contract suites that the SQL stores pass, and random histories that are run against
 * both.
 */
@NullMarked
package dev.baton.tck;

import org.jspecify.annotations.NullMarked;
