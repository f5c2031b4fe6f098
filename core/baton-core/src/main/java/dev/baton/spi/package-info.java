/**
 * Interfaces to everything outside Baton: the store, the current transaction, hints, leadership,
 * and time, random numbers and threads. For the store, transactions, hints and leadership, the test
 * kit has a contract suite that every adapter passes.
 */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
