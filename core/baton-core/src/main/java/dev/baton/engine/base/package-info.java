/**
 * Contains what all subpackages of the engine share. These are the {@link
 * dev.baton.engine.base.Loop} that runs each active part, and the node's events, clock, owners,
 * definitions and pauses. {@link dev.baton.engine.base.NodeContext} passes them to the other
 * packages. This package depends on none of them.
 */
@NullMarked
package dev.baton.engine.base;

import org.jspecify.annotations.NullMarked;
