/**
 * Transactions in plain JDBC: those that Baton runs ({@link
 * dev.baton.jdbc.transaction.JdbcTransactions}), and those that a caller ends ({@link
 * dev.baton.jdbc.transaction.JoinedTransaction}).
 */
@NullMarked
package dev.baton.jdbc.transaction;

import org.jspecify.annotations.NullMarked;
