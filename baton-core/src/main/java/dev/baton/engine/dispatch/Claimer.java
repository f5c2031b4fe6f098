package dev.baton.engine.dispatch;

import dev.baton.engine.NodeContext;
import dev.baton.engine.attempt.Runner;
import dev.baton.engine.lease.HeldTasks;
import dev.baton.engine.lease.LeaseKeeper;
import dev.baton.spi.TaskStore.ClaimRequest;
import dev.baton.spi.TaskStore.LimitedClaim;
import dev.baton.spi.TaskStore.LimitedRequest;
import dev.baton.task.Candidate;
import dev.baton.task.PermitCount.Refusal;
import dev.baton.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Claims booked candidates and starts those it got. Stateless but for the node. */
public final class Claimer {

  /** A candidate with its slot and its place among the held tasks. */
  record Booked(Candidate candidate, Slot slot) {}

  /** A candidate that a limit of the cluster let through no further. */
  record Refused(Candidate candidate, Refusal refusal) {}

  /**
   * What came of a batch.
   *
   * @param refused those that a limit of the cluster refused, in order
   * @param missed how many were no longer there to be claimed
   */
  record Answer(List<Refused> refused, int missed) {
    static final Answer NONE = new Answer(List.of(), 0);
  }

  private final NodeContext node;
  private final HeldTasks held;
  private final LeaseKeeper keeper;
  private final Runner runner;
  private final Standby standby;

  public Claimer(
      NodeContext node, HeldTasks held, LeaseKeeper keeper, Runner runner, Standby standby) {
    this.node = node;
    this.held = held;
    this.keeper = keeper;
    this.runner = runner;
    this.standby = standby;
  }

  /** Whether more outcomes wait to be written than a few batches take. */
  boolean isBehind() {
    return runner.isBehind();
  }

  /** Whether this node leaves the task alone, since it has claimed it in vain. */
  boolean leaves(Candidate candidate) {
    return runner.leaves(candidate);
  }

  /** The same for all tasks of a type. */
  boolean leavesType(String type) {
    return runner.leavesType(type);
  }

  /** Gives back what was claimed ahead of a slot that didn't become free. */
  void giveBackLate() {
    standby.giveBackLate();
  }

  /** Gives back what waits for a slot in buckets that were stopped. */
  void giveBackUnwanted() {
    standby.giveBackUnwanted();
  }

  /** When {@link #giveBackLate} must be asked again at the latest. */
  Duration patience() {
    return standby.patience();
  }

  /** A batch to be claimed: by one statement, and by one more what limits of the cluster guard. */
  List<Claiming> claimings(List<Booked> booked) {
    Map<Boolean, List<Booked>> byKind =
        booked.stream().collect(Collectors.partitioningBy(one -> one.slot().needsPermits()));
    List<Claiming> claimings = new ArrayList<>();
    byKind.forEach(
        (limited, some) -> {
          if (!some.isEmpty()) {
            claimings.add(
                new Claiming(
                    node, held, keeper, some, limited ? this::claimWithin : this::claimPlain));
          }
        });
    return claimings;
  }

  /**
   * Starts what was claimed. When the store failed, every slot is given back and the rows are
   * looked for.
   */
  Answer settle(Claiming claiming) {
    try {
      return claiming.settle(standby);
    } finally {
      runner.missed(claiming.missed());
    }
  }

  private LimitedClaim claimPlain(UUID owner, List<Booked> booked) {
    List<ClaimRequest> requests = booked.stream().map(this::request).toList();
    List<Task> claimed = node.store().claim(owner, node.settings().lease(), requests);
    return new LimitedClaim(claimed, Map.of());
  }

  private LimitedClaim claimWithin(UUID owner, List<Booked> booked) {
    List<LimitedRequest> requests =
        booked.stream().map(b -> new LimitedRequest(request(b), b.slot().permits())).toList();
    return node.store().claimWithin(owner, node.settings().lease(), requests);
  }

  private ClaimRequest request(Booked booked) {
    Candidate c = booked.candidate();
    int lossLimit = node.definitions().get(c.flow().type()).lossLimit();
    return new ClaimRequest(c.id(), c.version(), lossLimit);
  }
}
