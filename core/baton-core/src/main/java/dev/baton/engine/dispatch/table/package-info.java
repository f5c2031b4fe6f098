/**
 * The queue of a bucket's candidates on this node, in the order in which they get slots. Other
 * packages use {@link dev.baton.engine.dispatch.table.LookAheadTable}.
 */
@NullMarked
package dev.baton.engine.dispatch.table;

import org.jspecify.annotations.NullMarked;
