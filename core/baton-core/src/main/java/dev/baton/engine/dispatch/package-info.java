/**
 * From hints and fetches to claimed tasks: one dispatcher for each bucket. Its rooms, each of which
 * knows only those before it: table, slot, claim, fetch.
 */
@NullMarked
package dev.baton.engine.dispatch;

import org.jspecify.annotations.NullMarked;
