package dev.baton.chaos.check;

import dev.baton.chaos.fault.FaultKind;
import dev.baton.chaos.process.ServerKind;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Occurrence;
import dev.baton.chaos.record.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Counts how often a run had each required occurrence, from the journals of all its processes. */
public final class Occurrences {
  private Occurrences() {}

  public static Map<Occurrence, Integer> read(Path folder, Verdict verdict) throws IOException {
    Map<Occurrence, Integer> counts = new EnumMap<>(Occurrence.class);
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".events")).sorted().toList();
    }
    for (Path file : files) {
      for (String line : Journal.read(file)) {
        String[] words = line.split(" ");
        if (words.length == 3 && words[0].equals("met")) {
          counts.merge(Occurrence.valueOf(words[1]), Integer.parseInt(words[2]), Integer::sum);
        }
      }
    }
    counts.put(Occurrence.UNLIMITED_AT_ONCE, verdict.mostUnlimited());
    return counts;
  }

  /** Returns the occurrences that a correct run with these faults on this database must have. */
  public static Set<Occurrence> expected(
      ServerKind database, boolean atIsolation, Set<FaultKind> faults) {
    Set<Occurrence> all = EnumSet.allOf(Occurrence.class);
    if (!faults.contains(FaultKind.SLOW_DATABASE)) {
      all.remove(Occurrence.LATE_OUTCOME);
    }
    if (!faults.contains(FaultKind.STOP_BUCKET)) {
      all.remove(Occurrence.BUCKET_STOPPED);
    }
    if (database != ServerKind.POSTGRESQL) {
      all.remove(Occurrence.ISOLATION_REFUSED);
    }
    if (!atIsolation) {
      all.remove(Occurrence.HANDLER_AT_ISOLATION);
    }
    return all;
  }
}
