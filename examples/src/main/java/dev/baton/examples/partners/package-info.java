/** Limits for each partner, so that a slow partner doesn't delay the others. */
@NullMarked
package dev.baton.examples.partners;

import org.jspecify.annotations.NullMarked;
