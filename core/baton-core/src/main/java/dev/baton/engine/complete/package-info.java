/** From outcomes to rows: everything that ended since the last write, with one statement. */
@NullMarked
package dev.baton.engine.complete;

import org.jspecify.annotations.NullMarked;
