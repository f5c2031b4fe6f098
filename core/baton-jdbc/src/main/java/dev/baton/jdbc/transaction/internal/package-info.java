/** Transactions as the stores use them, and the bridges to other frameworks. */
@NullMarked
package dev.baton.jdbc.transaction.internal;

import org.jspecify.annotations.NullMarked;
