/**
 * The command {@code ./demo}: its options, the import of the file, the further node processes, and
 * the output.
 */
@NullMarked
package dev.baton.examples.payouts.demo;

import org.jspecify.annotations.NullMarked;
