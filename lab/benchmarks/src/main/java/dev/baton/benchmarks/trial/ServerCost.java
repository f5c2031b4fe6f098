package dev.baton.benchmarks.trial;

import java.util.OptionalLong;

/**
 * What a database server has spent since it started.
 *
 * @param cpuNanos empty where the system doesn't tell
 * @param logBytes written to its log: WAL on PostgreSQL, redo log on MariaDB
 * @param writeTransactions that changed something; empty where the server doesn't tell
 */
record ServerCost(OptionalLong cpuNanos, long logBytes, OptionalLong writeTransactions) {}
