/**
 * Contains the parts that all other packages of the engine share. These are the {@link
 * dev.baton.engine.base.Loop} that every active part uses, and the node's events, clock, owners,
 * definitions and pauses. {@link dev.baton.engine.base.NodeContext} contains them. This package
 * depends on no other package of the engine.
 */
@NullMarked
package dev.baton.engine.base;

import org.jspecify.annotations.NullMarked;
