/** A rate limit for the whole cluster. */
@NullMarked
package dev.baton.examples.mail;

import org.jspecify.annotations.NullMarked;
