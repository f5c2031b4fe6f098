package dev.baton.cassandra.task;

import dev.baton.api.Progress;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.MailIndex;
import dev.baton.cassandra.row.Notes;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.spi.NoteStore;
import dev.baton.spi.RunNotes;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.spi.mail.MailboxStore;
import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Stores steps, progress, results and awaited signals, each in its task's shard. Thread-safe. */
public final class CassandraNoteStore implements NoteStore, MailboxStore {
  /** Maximum number of reads of a task's mail while other nodes remove signals during each read. */
  private static final int MAX_LOOKS = 20;

  private final Cql cql;
  private final Shards shards;
  private final ShardClock clock;

  public CassandraNoteStore(Cql cql, Shards shards, ShardClock clock) {
    this.cql = cql;
    this.shards = shards;
    this.clock = clock;
  }

  private Optional<Notes> notes(UUID id) {
    List<RowKey> keys = List.of(Keys.task(id), Keys.notes(id));
    Map<RowKey, Row> rows = shards.rows(Map.of(shards.of(id), keys), false);
    Row taskRow = rows.get(Keys.task(id));
    TaskRow task = taskRow == null ? null : TaskRows.read(id, taskRow);
    return Optional.ofNullable(rows.get(Keys.notes(id)))
        .map(Notes::read)
        .filter(notes -> NoteCommand.isOf(notes, task));
  }

  private <T> CompletableFuture<T> submit(
      UUID task, @Nullable Bytes value, NoteCommand.NoteWork<T> step) {
    return shards.submit(shards.of(task), NoteCommand.of(task, value, step));
  }

  private static Notes those(Optional<Notes> notes, @Nullable TaskRow task, Instant now) {
    return notes.orElseGet(() -> Notes.none(NoteCommand.createdAt(task), now));
  }

  @Override
  public Map<String, Bytes> steps(UUID task) {
    return notes(task).map(Notes::steps).orElse(Map.of());
  }

  @Override
  public boolean keepStep(ClaimFence fence, String name, Bytes value) {
    return cql.await(
        submit(
            fence.id(),
            value,
            (task, notes, rows, now) -> {
              boolean held =
                  task instanceof TaskRow.Live live && Moves.isHeldSo(live.task(), fence);
              if (held) {
                those(notes, task, now).step(name, value, now).put(rows, fence.id());
              }
              return held;
            }));
  }

  @Override
  public Verdict tryApply(Transition transition, RunNotes run) {
    UUID id = transition.id();
    return cql.await(
        submit(
            id,
            run.result(),
            (task, notes, rows, now) -> {
              if (Apply.ofRun(transition, run).decide(rows, now).isEmpty()) {
                return Verdict.STALE;
              }
              if (notes.isPresent() || run.result() != null) {
                Notes ended = those(notes, task, now).ended(run.forgetsSteps(), run.result(), now);
                MailIndex mail = ended.mail();
                ended
                    .mail(run.forgetsSteps() ? mail.ended(rows, id, run.read()) : mail, now)
                    .put(rows, id);
              }
              return Verdict.APPLIED;
            }));
  }

  @Override
  public Optional<Bytes> lastResult(UUID task) {
    return notes(task).map(Notes::result);
  }

  @Override
  public void noteProgress(Map<UUID, Progress> progress) {
    List<CompletableFuture<Boolean>> begun = new ArrayList<>();
    progress.forEach(
        (id, how) ->
            begun.add(
                submit(
                    id,
                    null,
                    (task, notes, rows, now) -> {
                      those(notes, task, now).progress(how, now).put(rows, id);
                      return true;
                    })));
    begun.forEach(cql::await);
  }

  @Override
  public Optional<Progress> progress(UUID task) {
    return notes(task).map(Notes::progress);
  }

  @Override
  public Mail mail(UUID task) {
    for (int looks = 0; looks < MAX_LOOKS; looks++) {
      MailIndex index = notes(task).map(Notes::mail).orElse(MailIndex.NONE);
      Map<RowKey, Row> values = shards.rows(Map.of(shards.of(task), index.keys(task)), false);
      Optional<List<SignalNote>> whole = index.whole(task, values);
      if (whole.isPresent()) {
        return new Mail(index.revision(), whole.get());
      }
    }
    throw new StoreUnavailableException(
        "Signals of task " + task + " were removed during each read: read them again");
  }

  @Override
  public boolean apply(MailChange change) {
    SignalNote kept = change.kept();
    return cql.await(
        submit(
            change.seen().id(),
            kept == null ? null : kept.content(),
            (task, notes, rows, now) -> {
              boolean fits = isAsSeen(task, change) && revision(notes) == change.revision();
              return fits && changed(change, those(notes, task, now), rows, now);
            }));
  }

  private static boolean isAsSeen(@Nullable TaskRow row, MailChange change) {
    return row instanceof TaskRow.Live live
        && live.task().createdAt().equals(change.seen().createdAt())
        && live.task().position().isSameButForTheNextEvent(change.seen().position());
  }

  private static long revision(Optional<Notes> notes) {
    return notes.map(Notes::mail).orElse(MailIndex.NONE).revision();
  }

  private static boolean changed(MailChange change, Notes notes, Rows rows, Instant now) {
    UUID id = change.seen().id();
    SignalNote kept = change.kept();
    Transition transition = change.transition();
    if (transition != null) {
      Task moved = new Apply(transition).decide(rows, now).orElse(null);
      if (moved == null) {
        return false;
      }
      Instant due = moved.position().runAt();
      kept = kept == null || !kept.isWait() || due == null ? kept : kept.waitsUntil(due);
    }
    if (kept != null) {
      notes.mail(notes.mail().keeping(rows, id, kept), now).put(rows, id);
    }
    return true;
  }

  /** Also removes notes of finished tasks that are kept. */
  @Override
  public int pruneNotes(Duration age, int limit) {
    Instant since = clock.now().minus(age);
    List<CompletableFuture<Boolean>> begun = new ArrayList<>();
    shards
        .read(shards.all(), List.of(Keys.notesUntil(since)), limit)
        .forEach(found -> begun.add(prune(found.key().lastId(), since)));
    return (int) begun.stream().filter(cql::await).count();
  }

  private CompletableFuture<Boolean> prune(UUID id, Instant since) {
    return submit(
        id,
        null,
        (task, notes, rows, now) -> {
          if (notes.isEmpty()) {
            return false;
          }
          Notes old = notes.get();
          if (task instanceof TaskRow.Live) {
            old.putOff(rows, id, now);
          } else if (old.changedAt().isAfter(since)) {
            old.putOff(rows, id, old.changedAt());
          } else {
            old.remove(rows, id);
            return true;
          }
          return false;
        });
  }
}
