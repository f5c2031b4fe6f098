/**
 * What this node knows of the others and tells them: who is there, what is paused. It knows nothing
 * of the way a task takes; that way asks here.
 */
@NullMarked
package dev.baton.engine.cluster;

import org.jspecify.annotations.NullMarked;
