/** Transactions as the stores, and the bridges of frameworks, see them. */
@NullMarked
package dev.baton.jdbc.transaction.internal;

import org.jspecify.annotations.NullMarked;
