/**
 * From hints and fetches to claimed tasks: one look-ahead table and one claimer for each bucket.
 */
@NullMarked
package dev.baton.engine.dispatch;

import org.jspecify.annotations.NullMarked;
