/**
 * What is queued in a bucket on this node, in its order. The dispatcher asks {@link
 * dev.baton.engine.dispatch.table.LookAheadTable} alone.
 */
@NullMarked
package dev.baton.engine.dispatch.table;

import org.jspecify.annotations.NullMarked;
