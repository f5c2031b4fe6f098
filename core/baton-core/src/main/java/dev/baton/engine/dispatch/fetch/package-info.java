/**
 * Reads ready tasks without a hint from the database into the look-ahead table: row → candidate.
 * The dispatcher calls only {@link dev.baton.engine.dispatch.fetch.Fetcher}.
 */
@NullMarked
package dev.baton.engine.dispatch.fetch;

import org.jspecify.annotations.NullMarked;
