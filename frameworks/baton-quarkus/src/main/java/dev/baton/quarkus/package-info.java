/**
 * Baton in Quarkus: the annotations of handlers, and the {@code baton.*} configuration. The
 * implementation is in {@code dev.baton.quarkus.runtime}.
 */
@NullMarked
package dev.baton.quarkus;

import org.jspecify.annotations.NullMarked;
