/**
 * Baton's seams in memory, for tests: a store, transactions, leadership, hints and the node table.
 * They fulfil the same contracts as the real ones and need only the JVM.
 *
 * <p>{@link dev.baton.tck.MemoryTaskStore} is a full implementation, not a stub. Its rows are
 * immutable, each verb is one atomic step, and guards are evaluated exactly as {@link
 * dev.baton.task.rule.Guard} specifies. The writes of an open transaction are invisible to others;
 * it locks the rows it touches and reserves its keys. The store passes the contract suites of the
 * SQL stores, and random histories that run against both.
 */
@NullMarked
package dev.baton.tck;

import org.jspecify.annotations.NullMarked;
