/**
 * Decides which candidates get a slot: candidate → slot. It uses the node's slots, the types' limit
 * policies, the limits of states, and earlier refusals. The dispatcher uses {@link
 * dev.baton.engine.dispatch.slot.SlotAllocator}.
 */
@NullMarked
package dev.baton.engine.dispatch.slot;

import org.jspecify.annotations.NullMarked;
