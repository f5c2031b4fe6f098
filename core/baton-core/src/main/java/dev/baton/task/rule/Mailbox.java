package dev.baton.task.rule;

import dev.baton.task.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The signals that were sent to a task by name, and the task's waits for them. The waits for a name
 * get the signals of that name in order. A wait that timed out uses up no signal. Immutable.
 */
public final class Mailbox {
  private final Map<String, List<SignalNote>> signals = new TreeMap<>();
  private final Map<String, List<SignalNote>> waits = new TreeMap<>();
  private int kept;

  private Mailbox() {}

  /** Returns the mailbox with these notes. */
  public static Mailbox of(List<SignalNote> notes) {
    Mailbox box = new Mailbox();
    notes.stream()
        .sorted(Comparator.comparingInt(SignalNote::number))
        .forEach(
            note ->
                (note.isWait() ? box.waits : box.signals)
                    .computeIfAbsent(note.name(), name -> new ArrayList<>())
                    .add(note));
    box.kept = box.signals.values().stream().mapToInt(List::size).sum();
    return box;
  }

  /**
   * The result of a wait.
   *
   * @param value the value of its signal; null if there is none
   * @param isOpen whether the wait is still open
   * @param until when the wait times out; null if the wait is not stored yet
   */
  public record Answer(@Nullable Bytes value, boolean isOpen, @Nullable Instant until) {
    /** Result of a wait that timed out. */
    public static final Answer OVER = new Answer(null, false, null);
  }

  /** Returns the result of the wait for this name with this number. */
  public Answer answer(String name, int number) {
    Optional<SignalNote> wait =
        waitsFor(name).stream().filter(note -> note.number() == number).findFirst();
    if (wait.isPresent() && wait.get().isOver()) {
      return Answer.OVER;
    }
    List<SignalNote> of = signalsOf(name);
    int place = taken(name, number - 1);
    return place < of.size()
        ? new Answer(of.get(place).content(), false, null)
        : new Answer(null, true, wait.map(SignalNote::until).orElse(null));
  }

  /**
   * Returns the open wait that times out at this time, otherwise any open wait; null if no wait is
   * open. Several waits can be open if a later attempt didn't reach the wait of an earlier one.
   */
  public @Nullable SignalNote open(Instant until) {
    return open()
        .min(Comparator.comparing((SignalNote wait) -> !wait.until().equals(until)))
        .orElse(null);
  }

  /** Returns whether a wait for this name is open. */
  public boolean awaits(String name) {
    return open().anyMatch(wait -> wait.name().equals(name));
  }

  private Stream<SignalNote> open() {
    return waits.values().stream()
        .flatMap(List::stream)
        .filter(wait -> answer(wait.name(), wait.number()).isOpen());
  }

  /** Returns the number of stored signals. */
  public int kept() {
    return kept;
  }

  /** Returns the total size of the values of the stored signals, in bytes. */
  public long keptBytes() {
    return signals.values().stream()
        .flatMap(List::stream)
        .mapToLong(signal -> signal.content().length())
        .sum();
  }

  /** Returns the note for the next signal of this name. */
  public SignalNote next(String name, Bytes value) {
    List<SignalNote> of = signalsOf(name);
    int number = of.isEmpty() ? 1 : of.get(of.size() - 1).number() + 1;
    return new SignalNote(false, name, number, value);
  }

  /**
   * Returns the signals that the waits of a run have returned.
   *
   * @param asked how many waits for each name the run has reached; all of them must have ended
   */
  public List<SignalNote> read(Map<String, Integer> asked) {
    List<SignalNote> read = new ArrayList<>();
    asked.forEach(
        (name, waited) -> {
          List<SignalNote> of = signalsOf(name);
          read.addAll(of.subList(0, Math.min(of.size(), taken(name, waited))));
        });
    return read;
  }

  /**
   * Returns the later waits of a run, and the signals that they have taken.
   *
   * @param first how many of the waits for each name are not later ones
   * @param asked how many waits for each name the run has finished
   */
  public List<SignalNote> later(Map<String, Integer> first, Map<String, Integer> asked) {
    List<SignalNote> later = new ArrayList<>(read(asked));
    later.removeAll(read(first));
    waits.forEach(
        (name, of) ->
            of.stream()
                .filter(wait -> wait.number() > first.getOrDefault(name, 0))
                .forEach(later::add));
    return later;
  }

  /** Returns how many signals the waits for this name with numbers up to {@code first} use up. */
  private int taken(String name, int first) {
    long over =
        waitsFor(name).stream().filter(wait -> wait.number() <= first && wait.isOver()).count();
    return first - (int) over;
  }

  private List<SignalNote> signalsOf(String name) {
    return signals.getOrDefault(name, List.of());
  }

  private List<SignalNote> waitsFor(String name) {
    return waits.getOrDefault(name, List.of());
  }
}
