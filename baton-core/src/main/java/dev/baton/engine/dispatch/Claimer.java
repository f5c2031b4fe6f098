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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

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

    Answer and(Answer other) {
      List<Refused> both = new ArrayList<>(refused);
      both.addAll(other.refused);
      return new Answer(both, missed + other.missed);
    }
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

  /** Gives back what was claimed ahead of a slot that didn't become free. */
  void giveBackLate() {
    standby.giveBackLate();
  }

  /**
   * Claims and starts. When the store fails, every slot is given back and the rows are looked for.
   *
   * @param batch more than so many are claimed by two statements at a time
   */
  Answer claim(List<Booked> booked, int batch, ClaimLane lane) {
    List<Booked> plain = new ArrayList<>(booked.size());
    List<Booked> limited = new ArrayList<>();
    for (Booked one : booked) {
      (one.slot().permits().isEmpty() ? plain : limited).add(one);
    }
    Answer first;
    try {
      first = plain.size() > batch ? claimTwo(plain, lane) : claim(plain, this::claimPlain);
    } catch (RuntimeException | Error broken) {
      limited.forEach(one -> one.slot().giveBack());
      throw broken;
    }
    return first.and(claim(limited, this::claimWithin));
  }

  private Answer claim(List<Booked> booked, Claiming.Claim claim) {
    if (booked.isEmpty()) {
      return Answer.NONE;
    }
    Claiming claiming = new Claiming(node, held, keeper, booked, claim);
    claiming.ask();
    return claiming.settle(standby);
  }

  /** Two halves at a time, which start in their order. */
  private Answer claimTwo(List<Booked> booked, ClaimLane lane) {
    int half = booked.size() / 2;
    Claiming first = new Claiming(node, held, keeper, booked.subList(0, half), this::claimPlain);
    Claiming second =
        new Claiming(node, held, keeper, booked.subList(half, booked.size()), this::claimPlain);
    Runnable beside = second::ask;
    lane.begin(beside);
    Answer answer = Answer.NONE;
    try {
      first.ask();
      answer = first.settle(standby);
    } finally {
      lane.finish(beside);
      answer = answer.and(second.settle(standby));
    }
    return answer;
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
