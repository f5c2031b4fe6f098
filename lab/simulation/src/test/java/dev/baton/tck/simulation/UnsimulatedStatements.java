package dev.baton.tck.simulation;

import dev.baton.jdbc.SqlStatementReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The list of SQL statements that no simulation executes, each with its reason. A paragraph of the
 * list is the name of a database, a colon and the reason; below it, indented, are the statements.
 */
final class UnsimulatedStatements {
  private static final String LIST = "sql-not-simulated.txt";

  private final Map<String, Set<String>> namesOf;

  private UnsimulatedStatements(Map<String, Set<String>> namesOf) {
    this.namesOf = namesOf;
  }

  static UnsimulatedStatements listed() {
    return read(TextResource.lines(LIST));
  }

  static UnsimulatedStatements read(List<String> lines) {
    Map<String, Set<String>> namesOf = new TreeMap<>();
    Set<String> names = null;
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!Character.isWhitespace(line.charAt(0))) {
        String[] parts = line.split(":", 2);
        if (parts.length < 2 || parts[1].isBlank()) {
          throw new IllegalArgumentException("No reason is given: " + line);
        }
        names = namesOf.computeIfAbsent(parts[0], database -> new TreeSet<>());
        continue;
      }
      for (String name : line.strip().split("\\s+")) {
        if (names == null || !names.add(name)) {
          throw new IllegalArgumentException(
              name + (names == null ? " has no reason" : " is listed twice"));
        }
      }
    }
    return new UnsimulatedStatements(namesOf);
  }

  /** Returns the statements that more simulations might still execute. */
  List<String> unexecuted(String database, SqlStatementReport.Found found) {
    Set<String> listed = namesOf.getOrDefault(database, Set.of());
    return found.all().stream()
        .filter(name -> !found.executed().contains(name) && !listed.contains(name))
        .map(name -> name + " was not executed by any simulation of " + database)
        .toList();
  }

  /**
   * Returns what is wrong with the list or with the simulations for this database. Empty if nothing
   * is wrong.
   */
  List<String> faults(String database, SqlStatementReport.Found found) {
    List<String> faults = new ArrayList<>(unexecuted(database, found));
    Set<String> listed = namesOf.getOrDefault(database, Set.of());
    for (String name : found.executed()) {
      if (listed.contains(name)) {
        faults.add(name + " is executed on " + database + ": remove it from " + LIST);
      }
    }
    for (String name : listed) {
      if (!found.all().contains(name)) {
        faults.add(name + " in " + LIST + " is no statement of " + database);
      }
    }
    return faults;
  }
}
