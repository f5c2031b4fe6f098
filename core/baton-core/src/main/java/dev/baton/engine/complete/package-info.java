/**
 * Writes outcomes to their rows: outcome → transition. One statement writes everything that ended
 * since the last write.
 */
@NullMarked
package dev.baton.engine.complete;

import org.jspecify.annotations.NullMarked;
