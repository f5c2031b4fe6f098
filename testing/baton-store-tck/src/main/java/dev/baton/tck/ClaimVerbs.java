package dev.baton.tck;

import dev.baton.spi.LimitStore.LimitedClaim;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Permit;
import dev.baton.task.Position;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.PermitCount;
import dev.baton.tck.table.LiveRow;
import dev.baton.tck.table.PermitTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** How tasks are claimed in memory. Thread-safe. */
final class ClaimVerbs {
  private final MemoryDatabase database;

  ClaimVerbs(MemoryDatabase database) {
    this.database = database;
  }

  List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
    return database.atOnce(
        now -> {
          List<Task> claimed = new ArrayList<>();
          for (ClaimRequest request : requests) {
            LiveRow row = database.tables().live(request.id());
            if (row != null && isClaimable(row, request.version())) {
              claimed.add(claimed(row, owner, lease, request, now));
            }
          }
          return claimed;
        });
  }

  LimitedClaim claimWithin(UUID owner, Duration lease, List<LimitedRequest> requests) {
    return database.atOnce(
        now -> {
          PermitTable permits = database.tables().permits();
          List<Permit> all = requests.stream().flatMap(r -> r.permits().stream()).toList();
          PermitCount count =
              new PermitCount(now, permits.standings(all, database.tables()::isHeldBy));
          List<Task> claimed = new ArrayList<>();
          Map<UUID, PermitCount.Refusal> refused = new LinkedHashMap<>();
          for (LimitedRequest limited : requests) {
            ClaimRequest request = limited.request();
            LiveRow row = database.tables().live(request.id());
            if (row == null || !isClaimable(row, request.version())) {
              continue;
            }
            Optional<PermitCount.Refusal> refusal = count.take(limited.permits());
            if (refusal.isPresent()) {
              refused.put(request.id(), refusal.get());
              continue;
            }
            permits.take(request.id(), owner, limited.permits(), count);
            claimed.add(claimed(row, owner, lease, request, now));
          }
          return new LimitedClaim(claimed, refused);
        });
  }

  private Task claimed(LiveRow row, UUID owner, Duration lease, ClaimRequest request, Instant now) {
    Position taken =
        HolderRules.claimed(row.task().position(), owner, lease, request.lossLimit(), now);
    return RowWrites.place(database.tables(), row, taken, false, now);
  }

  private boolean isClaimable(LiveRow row, long version) {
    Position position = row.task().position();
    return position.status() == Status.READY
        && position.version() == version
        && !database.othersTouchTasks(null, List.of(row.task().id()));
  }
}
