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
 * The signals that were sent to a task by their names, and its waits for them. The waits for one
 * name take its signals in order, except those whose time is over: they take none. Immutable.
 */
public final class Mailbox {
  private final Map<String, List<SignalNote>> signals = new TreeMap<>();
  private final Map<String, List<SignalNote>> waits = new TreeMap<>();
  private int kept;

  private Mailbox() {}

  /** What these notes say. */
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
   * What a wait has come to.
   *
   * @param value the signal's; null when it has none
   * @param isOpen whether it still lasts
   * @param until when it ends without a signal; null when it hasn't been noted
   */
  public record Answer(@Nullable Bytes value, boolean isOpen, @Nullable Instant until) {
    /** Its time is over, and it has no signal. */
    public static final Answer OVER = new Answer(null, false, null);
  }

  /** What the wait for this name that is reached as this one has come to. */
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
   * The wait that lasts until then, or else any that lasts; null when there is none. There are
   * several where a later attempt didn't come to a wait again.
   */
  public @Nullable SignalNote open(Instant until) {
    return open()
        .min(Comparator.comparing((SignalNote wait) -> !wait.until().equals(until)))
        .orElse(null);
  }

  /** Whether a wait for this name lasts. */
  public boolean awaits(String name) {
    return open().anyMatch(wait -> wait.name().equals(name));
  }

  private Stream<SignalNote> open() {
    return waits.values().stream()
        .flatMap(List::stream)
        .filter(wait -> answer(wait.name(), wait.number()).isOpen());
  }

  /** How many signals are kept. */
  public int kept() {
    return kept;
  }

  /** How large the values of the kept signals are together. */
  public long keptBytes() {
    return signals.values().stream()
        .flatMap(List::stream)
        .mapToLong(signal -> signal.content().length())
        .sum();
  }

  /** The next signal of this name, as it is to be noted. */
  public SignalNote next(String name, Bytes value) {
    List<SignalNote> of = signalsOf(name);
    int number = of.isEmpty() ? 1 : of.get(of.size() - 1).number() + 1;
    return new SignalNote(false, name, number, value);
  }

  /**
   * The signals that a run has read.
   *
   * @param asked how many waits for each name it has reached; all of them are over
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

  /** How many signals the first waits for this name take. */
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
