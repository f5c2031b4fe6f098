/**
 * Who may run: the node's slots, the types' policies, slots of states, and what was refused. The
 * dispatcher asks {@link dev.baton.engine.dispatch.slot.SlotAllocator} alone.
 */
@NullMarked
package dev.baton.engine.dispatch.slot;

import org.jspecify.annotations.NullMarked;
