/** A handler whose effect commits in its own transaction, so the effect happens exactly once. */
@NullMarked
package dev.baton.examples.ledger;

import org.jspecify.annotations.NullMarked;
