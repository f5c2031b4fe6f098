/** Baton in Kotlin: types without class literals, and suspending handlers. See docs/kotlin.md. */
@NullMarked
package dev.baton.kotlin;

import org.jspecify.annotations.NullMarked;
