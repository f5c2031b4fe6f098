/** Exceptions that explain why an application with Baton doesn't start. */
@NullMarked
package dev.baton.spring.error;

import org.jspecify.annotations.NullMarked;
