package dev.baton.cassandra.task;

import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.row.WaitRow;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitRules;
import dev.baton.task.rule.WaitState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Notifies a waiting task when other tasks have ended. If it waits for nothing more, it is released
 * or cancelled. Returns the task if it is ready now.
 *
 * @param look the index entry through which it was found
 * @param ends the ended tasks and how they ended; may contain other tasks too
 */
record EndDelivery(RowKey look, Map<UUID, Status> ends) implements Command<Optional<Candidate>> {

  @Override
  public List<RowKey> reads() {
    return List.of(Keys.task(id()), Keys.waits(id()));
  }

  private UUID id() {
    return look.lastId();
  }

  @Override
  public Optional<Candidate> decide(Rows rows, Instant now) {
    rows.remove(look);
    UUID id = id();
    WaitRow before = WaitRow.get(rows, id);
    if (before == null
        || before.standing() != WaitState.WAITS
        || !(TaskRows.get(rows, id) instanceof TaskRow.Live live)) {
      return Optional.empty();
    }
    WaitRow heard = before.heard(ends, now);
    WaitRules.WaitVerdict verdict = WaitRules.judged(heard.ends(), heard.open().size());
    if (!(verdict instanceof WaitRules.WaitVerdict.Over over)) {
      heard.put(rows, id, before);
      return Optional.empty();
    }
    WaitRules.Waiter waiter = heard.waiter(id);
    heard.after(waiter.over(), now).put(rows, id, before);
    Transition move = WaitRules.move(waiter, over, live.task(), now);
    return Optional.ofNullable(move)
        .flatMap(found -> new Apply(found).carriedOut(live, rows, now))
        .filter(task -> task.position().status() == Status.READY)
        .map(Task::candidate);
  }
}
