package dev.baton.tck.table;

import dev.baton.api.Progress;
import dev.baton.spi.TransactionalNoteStore.StepNote;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Bytes;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.SignalNote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The steps, signals, progress and results of attempts, and the labels of tasks. Owned by the
 * store, which guards it with its lock.
 */
public final class NoteTable {
  private final TreeMap<UUID, TreeMap<String, Step>> steps = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeMap<UUID, Progress> progress = new TreeMap<>(IdOrder.BY_BYTES);
  private final TreeMap<Owner, Map<String, String>> labels = new TreeMap<>();

  private final TreeMap<UUID, Step> results = new TreeMap<>(IdOrder.BY_BYTES);

  private final TreeMap<UUID, List<Signal>> signals = new TreeMap<>(IdOrder.BY_BYTES);

  /** A completed step, or the result of a run. */
  private record Step(Bytes value, Instant at) {}

  /** A signal that was sent by its name, or a wait for one. */
  private record Signal(SignalNote note, Instant at) {
    boolean isSame(SignalNote other) {
      return note.isWait() == other.isWait()
          && note.name().equals(other.name())
          && note.number() == other.number();
    }
  }

  public void putAll(NoteTable other) {
    other.steps.forEach((task, of) -> steps.put(task, new TreeMap<>(of)));
    progress.putAll(other.progress);
    labels.putAll(other.labels);
    results.putAll(other.results);
    other.signals.forEach((task, of) -> signals.put(task, new ArrayList<>(of)));
  }

  public Map<String, Bytes> steps(UUID task) {
    Map<String, Bytes> values = new TreeMap<>();
    steps.getOrDefault(task, new TreeMap<>()).forEach((name, step) -> values.put(name, step.value));
    return values;
  }

  public List<StepNote> stepNotes(UUID task) {
    List<StepNote> notes = new ArrayList<>();
    steps
        .getOrDefault(task, new TreeMap<>())
        .forEach((name, step) -> notes.add(new StepNote(name, step.value, step.at)));
    return notes;
  }

  public void keep(UUID task, String name, Bytes value, Instant now) {
    steps.computeIfAbsent(task, id -> new TreeMap<>()).put(name, new Step(value, now));
  }

  /** Deletes the steps and waits of a task. */
  public void forgetSteps(UUID task) {
    steps.remove(task);
    signals.getOrDefault(task, new ArrayList<>()).removeIf(kept -> kept.note.isWait());
  }

  /** Deletes the notes of a cut. */
  public void cut(UUID task, NoteCut cut) {
    if (cut instanceof NoteCut.FromStep from) {
      steps.getOrDefault(task, new TreeMap<>()).tailMap(from.step(), true).clear();
      forgetSignals(task, from.signals());
    } else if (cut == NoteCut.Whole.ALL) {
      forget(task);
    }
  }

  public List<SignalNote> signals(UUID task) {
    return signals.getOrDefault(task, List.of()).stream().map(Signal::note).toList();
  }

  /** Stores a signal or a wait. A wait replaces the same wait. */
  public void signal(UUID task, SignalNote note, Instant now) {
    List<Signal> of = signals.computeIfAbsent(task, id -> new ArrayList<>());
    if (of.removeIf(kept -> kept.isSame(note)) && !note.isWait()) {
      throw new IllegalStateException("Task " + task + " already has this signal: " + note.name());
    }
    of.add(new Signal(note, now));
  }

  /** Deletes signals that were read. */
  public void forgetSignals(UUID task, List<SignalNote> read) {
    signals
        .getOrDefault(task, new ArrayList<>())
        .removeIf(kept -> read.stream().anyMatch(kept::isSame));
  }

  public void forget(UUID task) {
    steps.remove(task);
    progress.remove(task);
    results.remove(task);
    signals.remove(task);
  }

  public void result(UUID task, Bytes value, Instant now) {
    results.put(task, new Step(value, now));
  }

  public @Nullable Bytes result(UUID task) {
    Step last = results.get(task);
    return last == null ? null : last.value;
  }

  public void note(UUID task, Progress how) {
    progress.put(task, how);
  }

  public @Nullable Progress progress(UUID task) {
    return progress.get(task);
  }

  /** Deletes all notes of tasks that no longer exist, if one of their notes is this old. */
  public int prune(Instant upTo, Predicate<UUID> isThere, int limit) {
    TreeMap<UUID, Boolean> all = new TreeMap<>(IdOrder.BY_BYTES);
    steps.forEach(
        (task, of) -> all.put(task, of.values().stream().anyMatch(step -> !step.at.isAfter(upTo))));
    progress.forEach((task, how) -> all.merge(task, !how.at().isAfter(upTo), Boolean::logicalOr));
    signals.forEach(
        (task, of) ->
            all.merge(
                task, of.stream().anyMatch(one -> !one.at.isAfter(upTo)), Boolean::logicalOr));
    results.forEach((task, last) -> all.merge(task, !last.at.isAfter(upTo), Boolean::logicalOr));
    List<UUID> stale =
        all.keySet().stream()
            .filter(task -> Boolean.TRUE.equals(all.get(task)) && !isThere.test(task))
            .limit(limit)
            .toList();
    stale.forEach(this::forget);
    return stale.size();
  }

  /** Identifies a task, as opposed to an earlier task with the same id. */
  private record Owner(UUID task, Instant addedAt) implements Comparable<Owner> {
    private static final Comparator<Owner> ORDER =
        Comparator.comparing(Owner::task, IdOrder.BY_BYTES).thenComparing(Owner::addedAt);

    @Override
    public int compareTo(Owner other) {
      return ORDER.compare(this, other);
    }
  }

  public void label(UUID task, Instant addedAt, Map<String, String> of) {
    labels.put(new Owner(task, addedAt), of);
  }

  public Map<String, String> labels(UUID task, Instant addedAt) {
    return labels.getOrDefault(new Owner(task, addedAt), Map.of());
  }

  /** Deletes the labels of tasks that no longer exist. */
  public void pruneLabels(BiPredicate<UUID, Instant> isThere) {
    labels.keySet().removeIf(owner -> !isThere.test(owner.task, owner.addedAt));
  }
}
