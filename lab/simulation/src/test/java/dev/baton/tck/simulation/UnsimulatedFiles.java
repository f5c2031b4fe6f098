package dev.baton.tck.simulation;

import dev.baton.jdbc.SqlFileReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The SQL files that no simulation executes, each with its reason. A paragraph of the list is the
 * name of a database, a colon and the reason; below it, indented, are the files.
 */
final class UnsimulatedFiles {
  private static final String LIST = "sql-files-not-simulated.txt";

  private final Map<String, Set<String>> filesOf;

  private UnsimulatedFiles(Map<String, Set<String>> filesOf) {
    this.filesOf = filesOf;
  }

  static UnsimulatedFiles listed() {
    return read(TextResource.lines(LIST));
  }

  static UnsimulatedFiles read(List<String> lines) {
    Map<String, Set<String>> filesOf = new TreeMap<>();
    Set<String> files = null;
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!Character.isWhitespace(line.charAt(0))) {
        String[] parts = line.split(":", 2);
        if (parts.length < 2 || parts[1].isBlank()) {
          throw new IllegalArgumentException("No reason is given: " + line);
        }
        files = filesOf.computeIfAbsent(parts[0], database -> new TreeSet<>());
        continue;
      }
      for (String file : line.strip().split("\\s+")) {
        if (files == null || !files.add(file)) {
          throw new IllegalArgumentException(
              file + (files == null ? " has no reason" : " is listed twice"));
        }
      }
    }
    return new UnsimulatedFiles(filesOf);
  }

  /** Which files more simulations might still execute. */
  List<String> unexecuted(String database, SqlFileReport.Found found) {
    Set<String> listed = filesOf.getOrDefault(database, Set.of());
    return found.all().stream()
        .filter(file -> !found.executed().contains(file) && !listed.contains(file))
        .map(file -> file + " was executed by no simulation of " + database)
        .toList();
  }

  /**
   * What is wrong with the list, or with the simulations, as to this database; empty when all is
   * well.
   */
  List<String> faults(String database, SqlFileReport.Found found) {
    List<String> faults = new ArrayList<>(unexecuted(database, found));
    Set<String> listed = filesOf.getOrDefault(database, Set.of());
    for (String file : found.executed()) {
      if (listed.contains(file)) {
        faults.add(file + " is executed on " + database + ": take it out of " + LIST);
      }
    }
    for (String file : listed) {
      if (!found.all().contains(file)) {
        faults.add(file + " in " + LIST + " is no file that " + database + " finds");
      }
    }
    return faults;
  }
}
