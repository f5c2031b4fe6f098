/**
 * The engine of one node. {@link dev.baton.engine.Node} creates it from the subpackages. No
 * subpackage depends on this package. All subpackages use {@code base}.
 *
 * <p>A task passes through them in one direction: request → row ({@code add}) → candidate → slot →
 * claim ({@code dispatch}) → attempt → outcome ({@code attempt}) → transition ({@code complete}).
 * {@code lease} renews the leases of this node's tasks. {@code sweep} makes due tasks ready and
 * resumes the tasks of dead nodes.
 *
 * <p>Each active part is a {@link dev.baton.engine.base.Loop}: one thread with its own data, which
 * a signal can wake.
 */
@NullMarked
package dev.baton.engine;

import org.jspecify.annotations.NullMarked;
