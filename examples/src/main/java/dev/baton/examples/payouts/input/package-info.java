/** What is to be paid: reads the file of payouts, row by row, and says which rows are payouts. */
@NullMarked
package dev.baton.examples.payouts.input;

import org.jspecify.annotations.NullMarked;
