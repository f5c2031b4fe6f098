/** Contracts of stores that write in callers' transactions, and of those transactions. */
@NullMarked
package dev.baton.tck.contract.transactions;

import org.jspecify.annotations.NullMarked;
