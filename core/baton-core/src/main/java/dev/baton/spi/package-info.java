/**
 * Interfaces to everything outside Baton: the store, transactions, hints, leadership, and time,
 * random numbers and threads. If you implement the store, transactions, hints or leadership, run
 * the contract suite of the test kit against your class.
 */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
