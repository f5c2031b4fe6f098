/** The input: reads the file of payouts row by row, and decides which rows are payouts. */
@NullMarked
package dev.baton.examples.payouts.input;

import org.jspecify.annotations.NullMarked;
