/** Baton's implementations of values that operators read. */
@NullMarked
package dev.baton.operate.internal;

import org.jspecify.annotations.NullMarked;
