/** Counts what a plain task touches on its way: how much must be read to understand it. */
@NullMarked
package dev.baton.jdbc.touched;

import org.jspecify.annotations.NullMarked;
