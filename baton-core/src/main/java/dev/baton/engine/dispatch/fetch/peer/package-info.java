/**
 * How nodes that drain the same backlog share its ready tasks, so that they don't claim the same
 * ones. The dispatcher knows {@link dev.baton.engine.dispatch.fetch.peer.WorkSharing} alone;
 * without it, or with {@link dev.baton.engine.dispatch.fetch.peer.WorkSharing#NONE}, each node
 * reads everything, which is as right and costs claims in vain.
 */
@NullMarked
package dev.baton.engine.dispatch.fetch.peer;

import org.jspecify.annotations.NullMarked;
