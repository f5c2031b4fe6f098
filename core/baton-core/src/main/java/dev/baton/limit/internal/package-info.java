/** Baton's own booking policies, for the engine. */
@NullMarked
package dev.baton.limit.internal;

import org.jspecify.annotations.NullMarked;
