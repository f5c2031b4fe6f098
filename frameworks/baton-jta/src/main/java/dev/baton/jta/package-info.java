/**
 * Jakarta Transactions as Baton's: what commits with them, and how their end is known. {@link
 * dev.baton.jta.JtaTransactions} is all that an application needs.
 */
@NullMarked
package dev.baton.jta;

import org.jspecify.annotations.NullMarked;
