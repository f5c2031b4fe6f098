/** A handler whose effect is in its own transaction: it happens exactly once. */
@NullMarked
package dev.baton.examples.ledger;

import org.jspecify.annotations.NullMarked;
