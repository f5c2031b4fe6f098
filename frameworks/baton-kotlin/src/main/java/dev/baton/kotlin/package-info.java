/** Baton in Kotlin: types without class literals, handlers that suspend. See docs/kotlin.md. */
@NullMarked
package dev.baton.kotlin;

import org.jspecify.annotations.NullMarked;
