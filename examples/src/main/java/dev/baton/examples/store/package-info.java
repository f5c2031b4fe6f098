/** A store that you write yourself: only the core, in memory. See docs/writing-a-store.md. */
@NullMarked
package dev.baton.examples.store;

import org.jspecify.annotations.NullMarked;
