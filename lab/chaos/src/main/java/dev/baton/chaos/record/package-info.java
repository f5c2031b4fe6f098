/**
 * What happened in a run: the journals that its processes write, and the words that all of its
 * parts share.
 */
@NullMarked
package dev.baton.chaos.record;

import org.jspecify.annotations.NullMarked;
