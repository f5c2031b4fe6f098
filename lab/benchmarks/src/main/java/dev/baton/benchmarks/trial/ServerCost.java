package dev.baton.benchmarks.trial;

import java.util.OptionalLong;

/**
 * The costs of a database server since its start.
 *
 * @param cpuNanos empty if the system doesn't report it
 * @param logBytes bytes written to its log: WAL on PostgreSQL, redo log on MariaDB
 * @param writeTransactions transactions that changed something; empty if the server doesn't report
 *     it
 */
record ServerCost(OptionalLong cpuNanos, long logBytes, OptionalLong writeTransactions) {}
