package dev.baton.jdbc.task;

import dev.baton.api.error.StoreRefusedException;
import dev.baton.jdbc.sql.CandidateRows;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.task.strategy.LockingQueues;
import dev.baton.spi.LimitStore.LimitedClaim;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskClaims.Renewal;
import dev.baton.task.Candidate;
import dev.baton.task.RowFault;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.rule.Hold;
import dev.baton.task.rule.PermitCount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/**
 * Rows that the database refuses to have written: each is answered as one with a fault, so that it
 * is stopped and told of, and keeps no other waiting. Thread-safe.
 */
final class RefusedRows {
  /** So many that couldn't be made due are kept until somebody asks; the others are met again. */
  private static final int MAX_KEPT = 100;

  private final Database database;
  private final Statements statements;
  private final Lookup lookup;
  private final LinkedBlockingQueue<Task> found = new LinkedBlockingQueue<>(MAX_KEPT);

  RefusedRows(Database database, Statements statements, Lookup lookup) {
    this.database = database;
    this.statements = statements;
    this.lookup = lookup;
  }

  /** Claims these; what can't be is answered with its fault. */
  List<Task> apart(List<ClaimRequest> requests, Function<List<ClaimRequest>, List<Task>> claim) {
    return BisectingWrite.write(requests, claim, this::unclaimed).stream()
        .flatMap(List::stream)
        .toList();
  }

  /** As {@link #apart}, within limits of the cluster. */
  LimitedClaim apartWithin(
      List<LimitedRequest> requests, Function<List<LimitedRequest>, LimitedClaim> claim) {
    List<Task> claimed = new ArrayList<>();
    Map<UUID, PermitCount.Refusal> full = new LinkedHashMap<>();
    for (LimitedClaim part :
        BisectingWrite.write(
            requests,
            claim,
            (one, why) -> new LimitedClaim(unclaimed(one.request(), why), Map.of()))) {
      claimed.addAll(part.claimed());
      full.putAll(part.refused());
    }
    return new LimitedClaim(claimed, full);
  }

  /** Renews these. One that can't be is told as busy: it is held for as long as its lease lasts. */
  static Renewal renewedApart(List<Hold> held, Function<List<Hold>, Renewal> renew) {
    Set<UUID> renewed = new HashSet<>();
    Set<UUID> busy = new HashSet<>();
    for (Renewal part :
        BisectingWrite.write(
            held, renew, (hold, why) -> new Renewal(Set.of(), Set.of(hold.id())))) {
      renewed.addAll(part.renewed());
      busy.addAll(part.busy());
    }
    return new Renewal(renewed, busy);
  }

  /** The task that couldn't be claimed, if it could have been but for that. */
  private List<Task> unclaimed(ClaimRequest request, StoreRefusedException why) {
    return lookup
        .find(request.id())
        .filter(task -> task.position().version() == request.version())
        .filter(task -> task.position().status() == Status.READY)
        .map(task -> faulty(task, why))
        .stream()
        .toList();
  }

  private static Task faulty(Task task, StoreRefusedException why) {
    return task.fault() != null
        ? task
        : task.with(
            new RowFault(task.position().version(), "it can't be written: " + why.getMessage()));
  }

  /** Makes due tasks ready where that was refused for all together. */
  List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    List<Candidate> due =
        database.transaction(
            "Reading due tasks",
            connection ->
                statements.query(
                    connection,
                    "lock-due",
                    b -> b.time(since).small(limit),
                    new CandidateRows(new Rows(statements.dialect()))::read));
    List<Candidate> ready = new ArrayList<>();
    BisectingWrite.write(due, some -> due(hintExpiry, some), this::notDue).forEach(ready::addAll);
    return ready;
  }

  private List<Candidate> due(Duration hintExpiry, List<Candidate> some) {
    database.transaction(
        "Making due tasks ready",
        connection -> {
          statements.each(
              connection,
              "due-task",
              some,
              (b, task) -> b.in(hintExpiry).uuid(task.id()).number(task.version()));
          return true;
        });
    return some.stream().map(LockingQueues::madeReady).toList();
  }

  private List<Candidate> notDue(Candidate refused, StoreRefusedException why) {
    Optional<Task> task = lookup.find(refused.id());
    task.filter(still -> still.position().version() == refused.version())
        .ifPresent(still -> found.offer(faulty(still, why)));
    return List.of();
  }

  /** What couldn't be made due since this was asked. */
  List<Task> found() {
    List<Task> all = new ArrayList<>();
    found.drainTo(all);
    return all;
  }
}
