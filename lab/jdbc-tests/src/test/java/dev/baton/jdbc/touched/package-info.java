/** Counts the files that a plain task passes through: how much you must read to understand it. */
@NullMarked
package dev.baton.jdbc.touched;

import org.jspecify.annotations.NullMarked;
