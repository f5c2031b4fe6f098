/**
 * The seams behind which everything outside Baton lives: the store, the current transaction, hints,
 * leadership, and time, chance and threads. Store, transactions, hints and leadership each have a
 * contract suite in the test kit that every adapter passes.
 */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
