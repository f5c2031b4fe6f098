/**
 * What every store of tasks can do, in five parts by who uses them: each part of the engine is
 * given the one it needs. What a store may be able to do besides is in {@code dev.baton.spi}.
 */
@NullMarked
package dev.baton.spi.core;

import org.jspecify.annotations.NullMarked;
