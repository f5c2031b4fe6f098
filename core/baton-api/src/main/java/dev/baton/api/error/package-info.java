/** The exceptions that callers, handlers and codecs meet or throw. */
@NullMarked
package dev.baton.api.error;

import org.jspecify.annotations.NullMarked;
