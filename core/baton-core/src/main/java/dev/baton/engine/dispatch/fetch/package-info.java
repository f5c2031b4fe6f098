/**
 * Reads ready tasks from the database into the look-ahead table, without hints: row → candidate.
 * Other packages use {@link dev.baton.engine.dispatch.fetch.Fetcher}.
 */
@NullMarked
package dev.baton.engine.dispatch.fetch;

import org.jspecify.annotations.NullMarked;
