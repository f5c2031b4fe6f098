/**
 * What a store must do that writes in the transactions of callers, and what those transactions must
 * do.
 */
@NullMarked
package dev.baton.tck.contract.transactions;

import org.jspecify.annotations.NullMarked;
