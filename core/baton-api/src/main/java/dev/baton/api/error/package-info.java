/** Exceptions that callers, handlers and codecs catch or throw. */
@NullMarked
package dev.baton.api.error;

import org.jspecify.annotations.NullMarked;
