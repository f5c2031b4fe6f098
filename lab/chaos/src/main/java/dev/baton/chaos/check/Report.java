package dev.baton.chaos.check;

import dev.baton.chaos.fault.FaultKind;
import dev.baton.chaos.record.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Prints a result as a table for people and as JSON for machines. */
public final class Report {
  private Report() {}

  public static String table(Result result) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "%n== %s: seed %d, %d s, %s ==%n",
            result.name(), result.seed(), result.seconds(), result.options()));
    text.append(
        String.format(
            "%-18s %5s %10s %10s %7s  %s%n",
            "fault", "times", "median ms", "worst ms", "lapsed", "counted from"));
    byKind(result)
        .forEach(
            (kind, millis) ->
                text.append(
                    String.format(
                        "%-18s %5d %10d %10d %7d  %s%n",
                        kind.label(),
                        millis.size(),
                        millis.get(millis.size() / 2),
                        millis.get(millis.size() - 1),
                        lapsed(result, kind),
                        kind.countsFrom())));
    Verdict verdict = result.verdict();
    text.append(
        String.format(
            "tasks %d  lost %d  doubled %d  early %d  out of order %d  phantom %d  not final %d "
                + " commits broken %d  limits broken %d  in a stopped bucket %d  against an"
                + " operator %d%n",
            verdict.tasks(),
            verdict.count(Verdict.Promise.LOST),
            verdict.count(Verdict.Promise.DOUBLED),
            verdict.count(Verdict.Promise.EARLY),
            verdict.count(Verdict.Promise.ORDER),
            verdict.count(Verdict.Promise.PHANTOM),
            verdict.count(Verdict.Promise.NOT_FINAL),
            verdict.count(Verdict.Promise.COMMIT),
            verdict.count(Verdict.Promise.LIMIT),
            verdict.count(Verdict.Promise.STOPPED),
            verdict.count(Verdict.Promise.OPERATOR)));
    text.append(
        String.format(
            "processes killed %d  rolled back %d  unknown %d (kept %d)  waiting for a person %d "
                + " fenced %d  lapsed %d%n",
            result.kills(),
            verdict.rolledBack(),
            verdict.unknown(),
            verdict.unknownKept(),
            verdict.errors(),
            result.fenced(),
            result.lapsed()));
    text.append(
        String.format(
            "probes: median %d ms, worst %d ms%n",
            result.probeMedianMillis(), result.probeWorstMillis()));
    text.append("by kind: ").append(verdict.kinds()).append('\n');
    result
        .occurrences()
        .forEach((what, times) -> text.append(String.format("%8d  %s%n", times, what.words())));
    verdict
        .broken()
        .forEach((promise, adds) -> text.append(promise).append(": ").append(some(adds)));
    result.trouble().forEach(words -> text.append("TROUBLE: ").append(words).append('\n'));
    return text.toString();
  }

  public static void write(Result result, Path file) throws IOException {
    Files.writeString(
        file, JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(result));
  }

  private static Map<FaultKind, List<Long>> byKind(Result result) {
    return result.recoveries().stream()
        .collect(
            Collectors.groupingBy(
                Recovery::kind,
                () -> new EnumMap<>(FaultKind.class),
                Collectors.mapping(
                    Recovery::millis,
                    Collectors.collectingAndThen(
                        Collectors.toList(), all -> all.stream().sorted().toList()))));
  }

  private static int lapsed(Result result, FaultKind kind) {
    return result.recoveries().stream()
        .filter(recovery -> recovery.kind() == kind)
        .mapToInt(Recovery::lapsed)
        .sum();
  }

  private static String some(List<String> all) {
    return all.stream().limit(10).collect(Collectors.joining("\n  ", "\n  ", "\n"));
  }
}
