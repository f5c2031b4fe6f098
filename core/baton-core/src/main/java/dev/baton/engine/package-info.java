/**
 * The engine of one node. {@link dev.baton.engine.Node} builds it from the subpackages; no
 * subpackage depends on this package. All subpackages use {@code base}.
 *
 * <p>A task passes through them in one direction: request → row ({@code add}) → candidate → slot →
 * claim ({@code dispatch}) → attempt → outcome ({@code attempt}) → transition ({@code complete}).
 * {@code lease} renews the claims of this node. {@code sweep} makes due tasks ready and resumes the
 * tasks of nodes that died.
 *
 * <p>Each active part is a {@link dev.baton.engine.base.Loop}: one thread that owns its data and is
 * woken by a signal.
 */
@NullMarked
package dev.baton.engine;

import org.jspecify.annotations.NullMarked;
