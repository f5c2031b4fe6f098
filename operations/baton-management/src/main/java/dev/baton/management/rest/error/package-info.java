/** Errors by what they are about. */
@NullMarked
package dev.baton.management.rest.error;

import org.jspecify.annotations.NullMarked;
