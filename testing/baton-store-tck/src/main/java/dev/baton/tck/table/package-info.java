/**
 * The rows of the store in memory: its committed tables with their indexes, and what open
 * transactions have written above them.
 */
@NullMarked
package dev.baton.tck.table;

import org.jspecify.annotations.NullMarked;
