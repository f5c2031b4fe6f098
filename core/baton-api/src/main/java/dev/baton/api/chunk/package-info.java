/** One call of a handler for many tasks: {@link dev.baton.api.chunk.Chunks}. */
@NullMarked
package dev.baton.api.chunk;

import org.jspecify.annotations.NullMarked;
