package dev.baton.limit;

import dev.baton.cluster.NodeInfo;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which limits are in use.
 *
 * @param takenAt when it was looked, on the store's clock
 * @param complete false when there are more slots in use than were read
 * @param cluster limits of the cluster of which a slot is taken, or whose rate has given out more
 *     than is paid for, by name and key
 * @param slotsInUse slots in use on this node, of all its limits
 * @param slots slots this node has
 * @param here what is in use of the limits of this node, by type
 */
public record LimitsInUse(
    Instant takenAt,
    boolean complete,
    List<Use> cluster,
    int slotsInUse,
    int slots,
    List<Here> here) {
  /** Slots that are read at the most. */
  public static final int MAX_READ = 10_000;

  /** Holders that are named of each limit at the most. */
  public static final int MAX_HOLDERS = 5;

  public LimitsInUse {
    cluster = List.copyOf(cluster);
    here = List.copyOf(here);
  }

  /**
   * A limit of the cluster.
   *
   * @param name what those who share it call it
   * @param key the key it counts for; empty where it counts for all
   * @param used slots that are taken now; 0 for a rate
   * @param slots how many there are, as this node's definitions have it; null where none names the
   *     limit, or how many depends on the task
   * @param paidUntil for a rate, up to when what it gave out is paid for: nothing starts before
   *     that but what its burst allows; null for slots
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
   * A task that has a slot.
   *
   * @param node the node that holds it, as {@link NodeInfo.Card#id} has it
   */
  public record Holder(UUID task, String type, UUID node) {}

  /**
   * The limits of this node that a definition names. Definitions that share one show the same.
   *
   * @param type the definition's first type
   */
  public record Here(String type, List<Slots> limits) {
    public Here {
      limits = List.copyOf(limits);
    }
  }

  /**
   * What is in use of one limit of this node.
   *
   * @param limit what it counts, for people; its key where it counts for one
   */
  public record Slots(String limit, int used, int slots) {}
}
