/** A store of one's own: the core alone, in memory. See docs/writing-a-store.md. */
@NullMarked
package dev.baton.examples.store;

import org.jspecify.annotations.NullMarked;
