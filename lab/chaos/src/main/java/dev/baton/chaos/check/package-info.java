/** Compares what was promised with what is there in the end. */
@NullMarked
package dev.baton.chaos.check;

import org.jspecify.annotations.NullMarked;
