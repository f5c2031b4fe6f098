/**
 * Turns candidates into claimed tasks, with one dispatcher for each bucket. A candidate is a ready
 * task that this node may claim. It comes from a hint, a scan or a fetch. The subpackages are
 * table, slot, claim and fetch; each depends only on those before it.
 */
@NullMarked
package dev.baton.engine.dispatch;

import org.jspecify.annotations.NullMarked;
