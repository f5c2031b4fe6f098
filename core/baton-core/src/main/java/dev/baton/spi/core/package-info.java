/**
 * Interfaces that every store of tasks implements. Each part of the engine gets only the interface
 * that it needs. The optional capabilities of a store are in {@code dev.baton.spi}.
 */
@NullMarked
package dev.baton.spi.core;

import org.jspecify.annotations.NullMarked;
