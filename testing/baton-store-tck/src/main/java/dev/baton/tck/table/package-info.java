/**
 * The rows of the store in memory: the committed tables with their indexes, and the writes of open
 * transactions on top of them.
 */
@NullMarked
package dev.baton.tck.table;

import org.jspecify.annotations.NullMarked;
