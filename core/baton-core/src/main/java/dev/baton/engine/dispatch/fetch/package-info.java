/**
 * Reads ready tasks that no hint told of into the look-ahead table. The dispatcher asks {@link
 * dev.baton.engine.dispatch.fetch.Fetcher} alone.
 */
@NullMarked
package dev.baton.engine.dispatch.fetch;

import org.jspecify.annotations.NullMarked;
