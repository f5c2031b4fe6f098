/**
 * The command {@code ./demo}: its options, the import of the file, the processes beside this one,
 * and what it prints.
 */
@NullMarked
package dev.baton.examples.payouts.demo;

import org.jspecify.annotations.NullMarked;
