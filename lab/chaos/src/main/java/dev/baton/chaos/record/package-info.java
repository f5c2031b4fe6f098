/**
 * The journals that the processes of a run write, and the types that all parts of the run share.
 */
@NullMarked
package dev.baton.chaos.record;

import org.jspecify.annotations.NullMarked;
