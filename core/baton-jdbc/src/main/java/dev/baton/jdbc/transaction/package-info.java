/**
 * Transactions with plain JDBC. Baton runs {@link dev.baton.jdbc.transaction.JdbcTransactions}; a
 * caller ends {@link dev.baton.jdbc.transaction.JoinedTransaction}.
 */
@NullMarked
package dev.baton.jdbc.transaction;

import org.jspecify.annotations.NullMarked;
