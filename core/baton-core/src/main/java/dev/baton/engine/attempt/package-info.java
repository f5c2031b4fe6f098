/**
 * From a claimed task to the end of its handler: the attempt, what surrounds it, and what its
 * outcome means.
 */
@NullMarked
package dev.baton.engine.attempt;

import org.jspecify.annotations.NullMarked;
