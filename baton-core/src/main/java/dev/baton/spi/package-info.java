/** The seams between the engine and the world: store, triggers, transactions, time and threads. */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
