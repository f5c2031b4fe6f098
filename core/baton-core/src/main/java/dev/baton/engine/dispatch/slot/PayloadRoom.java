package dev.baton.engine.dispatch.slot;

import dev.baton.engine.base.NodeContext;
import dev.baton.engine.lease.Leases;
import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the payload bytes of the tasks that this node has claimed to a percentage of its heap. The
 * node learns the size of a task only from the claim. Before, it assumes the largest recent size of
 * the same definition. Small tasks may exceed the limit by half, so that they don't wait for large
 * ones. Thread-safe.
 */
public final class PayloadRoom {
  /** A task of a definition that had no task yet is assumed to need this part of the room. */
  private static final int PARTS_IF_UNKNOWN = 8;

  /** Number of claims without a task after which the assumed size isn't halved again. */
  private static final int MAX_PROBES = 4;

  /** Small tasks in all slots, and as many prefetched ones, need at most half of the room. */
  private static final int PARTS_FOR_A_SLOT = 4;

  /**
   * If tasks have become smaller, each task reduces the assumed size by this part of the
   * difference.
   */
  private static final int PARTS_OF_THE_EXCESS = 64;

  private final NodeContext node;
  private final Leases leases;
  private final long most;
  private final long mostIfSmall;

  /** Largest recent sizes by definition name; at most one entry per definition. */
  private final Map<String, Long> largest = new ConcurrentHashMap<>();

  /** Number of claims while the size of a task wasn't known, by definition name. */
  private final Map<String, Integer> probes = new ConcurrentHashMap<>();

  public PayloadRoom(NodeContext node, Leases leases) {
    this.node = node;
    this.leases = leases;
    long percent = node.runtime().maxHeapBytes() / 100;
    this.most = Math.max(1, percent * node.settings().payloadHeapPercent());
    this.mostIfSmall = most / PARTS_FOR_A_SLOT / node.settings().maxRunning();
  }

  /** Returns how many more bytes this node may claim now. */
  public long left() {
    return most - leases.bytes();
  }

  /** Returns whether this node may claim no more bytes. */
  public boolean isFull() {
    return leases.bytes() >= most;
  }

  /**
   * Returns whether the claimed tasks have no bytes at all. Then one task may be claimed, even if
   * it is too large.
   */
  boolean isEmpty() {
    return leases.bytes() == 0;
  }

  /**
   * Returns whether a task with this number of bytes may be claimed even if there is no room.
   * Results that aren't written yet may use the room for small tasks, too.
   */
  boolean isSmall(long bytes) {
    return bytes <= mostIfSmall && leases.bytes() < most + most / 2;
  }

  /**
   * Returns the bytes to assume for a task of this type. If the size of earlier tasks is known, it
   * is at most half of the room.
   */
  public long expected(String type) {
    return expectedOf(node.definitions().nameFor(type));
  }

  /** Returns the bytes to assume for a task of the definition with this name. */
  long expectedOf(String name) {
    Long seen = largest.get(name);
    return seen == null ? most / parts(name) : Math.min(seen, most / 2);
  }

  /**
   * Returns how many tasks of this definition one claim may contain while their size isn't known:
   * one, which shows the size of the others. If claims returned no task, for example because other
   * transactions lock the rows, later claims contain more, so that they get past these rows.
   */
  int atATimeIfUnknown(String name) {
    return probes.containsKey(name) ? parts(name) : 1;
  }

  /** Records that a claim of tasks of these definitions, whose size isn't known, begins. */
  void probe(Collection<String> names) {
    names.forEach(name -> probes.merge(name, 1, (before, one) -> Math.min(MAX_PROBES, before + 1)));
  }

  private int parts(String name) {
    return PARTS_IF_UNKNOWN << Math.max(0, probes.getOrDefault(name, 0) - 1);
  }

  /** Returns whether a task of this definition was seen, so that its size is known. */
  boolean isKnown(String name) {
    return largest.containsKey(name);
  }

  /** Returns the bytes of a claimed task. */
  public long of(Task task) {
    return saw(task.spec(), task.spec().payloadBytes() + dataBytes(task));
  }

  /** Returns the bytes of a task that was added on this node. Another node may run it. */
  public long of(TaskSpec spec) {
    return saw(spec, spec.payloadBytes());
  }

  private long saw(TaskSpec spec, long bytes) {
    largest.merge(node.definitions().nameFor(spec.type()), bytes, PayloadRoom::later);
    return bytes;
  }

  private static long dataBytes(Task task) {
    Bytes data = task.position().data();
    return data == null ? 0 : data.length();
  }

  private static Long later(long before, long now) {
    return now >= before ? now : before - (before - now) / PARTS_OF_THE_EXCESS - 1;
  }
}
