package dev.baton.engine.dispatch.slot;

import dev.baton.engine.base.NodeContext;
import dev.baton.engine.lease.Leases;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.TaskSpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the bytes of the tasks that this node holds, by a share of its heap. The size of a task
 * isn't known before it is claimed, so a claim goes by the largest tasks of the same definition
 * that were seen lately. Thread-safe.
 */
public final class PayloadRoom {
  /** A task of a definition of which none was seen takes such a part of the room. */
  private static final int PARTS_IF_UNKNOWN = 8;

  /** Where tasks have become smaller, each one that is seen takes such a part off the excess. */
  private static final int PARTS_OF_THE_EXCESS = 64;

  private final NodeContext node;
  private final Leases held;
  private final long most;

  /** By the definitions' names: as many as there are of these. */
  private final Map<String, Long> largest = new ConcurrentHashMap<>();

  public PayloadRoom(NodeContext node, Leases held) {
    this.node = node;
    this.held = held;
    long percent = node.runtime().maxHeapBytes() / 100;
    this.most = Math.max(1, percent * node.settings().payloadHeapPercent());
  }

  /** How many bytes more may be held now. */
  public long left() {
    return most - held.bytes();
  }

  /** Whether nothing more may be claimed. */
  public boolean isFull() {
    return held.bytes() >= most;
  }

  /** Whether no held task has any bytes: one task may always be claimed. */
  boolean isEmpty() {
    return held.bytes() == 0;
  }

  /** How many bytes a task of this type is expected to have: at most half of the room. */
  public long expected(String type) {
    Long seen = largest.get(node.definitions().nameFor(type));
    return seen == null ? most / PARTS_IF_UNKNOWN : Math.min(seen, most / 2);
  }

  /** The bytes of a task that was claimed. */
  public long of(Task task) {
    return saw(task.spec(), lengthOf(task.spec().payload()) + lengthOf(task.position().data()));
  }

  /** The bytes of a task that was added here, whichever node is to run it. */
  public long of(TaskSpec spec) {
    return saw(spec, lengthOf(spec.payload()));
  }

  private long saw(TaskSpec spec, long bytes) {
    largest.merge(node.definitions().nameFor(spec.type()), bytes, PayloadRoom::later);
    return bytes;
  }

  private static long lengthOf(@Nullable Bytes some) {
    return some == null ? 0 : some.length();
  }

  private static Long later(long before, long now) {
    return now >= before ? now : before - (before - now) / PARTS_OF_THE_EXCESS - 1;
  }
}
