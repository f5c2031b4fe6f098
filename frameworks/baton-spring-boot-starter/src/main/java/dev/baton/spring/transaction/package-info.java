/** Spring's transactions as Baton's: what commits with them, and how their end is known. */
@NullMarked
package dev.baton.spring.transaction;

import org.jspecify.annotations.NullMarked;
