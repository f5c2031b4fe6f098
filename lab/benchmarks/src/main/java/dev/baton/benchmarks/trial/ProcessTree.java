package dev.baton.benchmarks.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The processor time of a process and all its descendants, from Linux's /proc: the time of its
 * living children, and of ended children from its own account.
 */
public final class ProcessTree {
  private static final Path PROC = Path.of("/proc");

  /** The kernel reports times in hundredths of a second, whatever its own clock ticks are. */
  private static final long NANOS_PER_TICK = 10_000_000;

  private final long root;

  public ProcessTree(long root) {
    this.root = root;
  }

  /** Returns the parent of a process. Empty without /proc or without such a process. */
  static OptionalLong parentOf(long pid) {
    return read(pid).map(Entry::parent).map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  /** Returns the processor time. Empty on systems without /proc. */
  public OptionalLong cpuNanos() {
    Map<Long, Entry> all = new HashMap<>();
    try (Stream<Path> folders = Files.list(PROC)) {
      List<String> names = folders.map(folder -> folder.getFileName().toString()).toList();
      names.stream()
          .filter(name -> name.matches("[0-9]+"))
          .map(Long::valueOf)
          .forEach(pid -> read(pid).ifPresent(entry -> all.put(pid, entry)));
    } catch (IOException noProc) {
      return OptionalLong.empty();
    }
    if (!all.containsKey(root)) {
      return OptionalLong.empty();
    }
    long ticks =
        all.entrySet().stream()
            .filter(entry -> isBelow(entry.getKey(), all))
            .mapToLong(entry -> entry.getValue().ticks())
            .sum();
    return OptionalLong.of(ticks * NANOS_PER_TICK);
  }

  private boolean isBelow(long pid, Map<Long, Entry> all) {
    long at = pid;
    for (Entry entry = all.get(at); entry != null; entry = all.get(at)) {
      if (at == root) {
        return true;
      }
      at = entry.parent();
    }
    return false;
  }

  private static Optional<Entry> read(long pid) {
    try {
      String line = Files.readString(PROC.resolve(pid + "/stat"));
      // The name, in brackets, may contain any text; numbers follow it.
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
      long ticks = 0;
      for (int i = 11; i <= 14; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return Optional.of(new Entry(Long.parseLong(fields[1]), ticks));
    } catch (IOException ended) {
      return Optional.empty();
    }
  }

  /** The user and system time of a process and of its ended children. */
  private record Entry(long parent, long ticks) {}
}
