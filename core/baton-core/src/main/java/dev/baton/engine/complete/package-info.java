/**
 * Writes outcomes to their rows: outcome → transition. One statement writes all outcomes that have
 * arrived since the last write.
 */
@NullMarked
package dev.baton.engine.complete;

import org.jspecify.annotations.NullMarked;
