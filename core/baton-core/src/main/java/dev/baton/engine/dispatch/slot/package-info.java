/**
 * Decides which candidates get a slot, by the node's slots, the types' policies, the slots of
 * states, and earlier refusals: candidate → slot. The dispatcher calls only {@link
 * dev.baton.engine.dispatch.slot.SlotAllocator}.
 */
@NullMarked
package dev.baton.engine.dispatch.slot;

import org.jspecify.annotations.NullMarked;
