/** Limits for each partner: a slow one hinders nobody else. */
@NullMarked
package dev.baton.examples.partners;

import org.jspecify.annotations.NullMarked;
