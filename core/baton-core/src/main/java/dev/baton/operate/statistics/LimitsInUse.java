package dev.baton.operate.statistics;

import dev.baton.operate.cluster.NodeInfo;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The limits that were in use when this result was read.
 *
 * @param takenAt when the limits were read, on the store's clock
 * @param complete false if more slots are in use than were read
 * @param cluster limits of the cluster that are in use, by name and key: one of their slots is
 *     taken, or a rate has granted permits ahead of its pace
 * @param slotsInUse slots in use on this node, in all its limits
 * @param slots total number of slots of this node
 * @param here the use of the limits of this node, by type
 */
public record LimitsInUse(
    Instant takenAt,
    boolean complete,
    List<Use> cluster,
    int slotsInUse,
    int slots,
    List<Here> here) {
  /** Largest number of slots that are read. */
  public static final int MAX_READ = 10_000;

  /** Largest number of tasks that are listed for each limit. */
  public static final int MAX_HOLDERS = 5;

  public LimitsInUse {
    cluster = List.copyOf(cluster);
    here = List.copyOf(here);
  }

  /**
   * The use of a limit of the cluster.
   *
   * @param name the name of the limit
   * @param key the key to which it applies; empty if it applies to all tasks together
   * @param used slots in use now; 0 for a rate
   * @param slots the number of slots according to this node's definitions; null if no definition
   *     uses the limit, or if the number depends on the task
   * @param paidUntil for a rate, the time at which the permits granted so far would have been due
   *     at an even pace; before that time, a task starts only if the burst has permits left; null
   *     for slots
   * @param holders some of the tasks that have a slot
   */
  public record Use(
      String name,
      String key,
      long used,
      @Nullable Integer slots,
      @Nullable Instant paidUntil,
      List<Holder> holders) {
    public Use {
      holders = List.copyOf(holders);
    }
  }

  /**
   * A task that uses a slot.
   *
   * @param node the node that runs the task, by its {@link NodeInfo.Card#id}
   */
  public record Holder(UUID task, String type, UUID node) {}

  /**
   * The use of this node's limits by one definition. If definitions share a limit, each of them
   * shows the total use of the limit.
   *
   * @param type the definition's first type
   */
  public record Here(String type, List<Slots> limits) {
    public Here {
      limits = List.copyOf(limits);
    }
  }

  /**
   * The use of one limit of this node.
   *
   * @param limit the limit as text for display, with the key if the limit counts each key
   *     separately
   */
  public record Slots(String limit, int used, int slots) {}
}
