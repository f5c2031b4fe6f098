/**
 * Jakarta Transactions for Baton: tasks commit with them, and Baton learns how they end.
 * Applications need only {@link dev.baton.jta.JtaTransactions}.
 */
@NullMarked
package dev.baton.jta;

import org.jspecify.annotations.NullMarked;
