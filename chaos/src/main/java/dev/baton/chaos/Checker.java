package dev.baton.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Compares what adders were promised with what is there when the dust has settled. Trusts only the
 * adders' journals and the tables; knows nothing of how Baton works.
 */
final class Checker {
  private static final int DONE = 5;
  private static final int ERROR = 4;

  private final Map<Verdict.Promise, List<String>> broken = new EnumMap<>(Verdict.Promise.class);
  private final Map<String, String> journal = new TreeMap<>();
  private final Map<String, Row> business = new HashMap<>();
  private final Map<String, List<Effect>> effects = new HashMap<>();
  private final Map<String, Integer> status = new HashMap<>();

  private int errors;

  /** A business row. */
  private record Row(TaskKind kind, String taskId, String after) {}

  /** What a step did, by the machine's one clock. */
  private record Effect(int step, long atMillis) {}

  private Checker() {}

  static Verdict check(Database database, Path folder) throws SQLException, IOException {
    Checker checker = new Checker();
    checker.readJournals(folder);
    checker.readTables(database);
    return checker.judge();
  }

  private void readJournals(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".adds")).sorted().toList();
    }
    for (Path file : files) {
      for (String line : Journal.read(file)) {
        String[] words = line.split(" ");
        if (words.length == 3) {
          journal.put(words[1], words[0]);
        }
      }
    }
  }

  private void readTables(Database database) throws SQLException {
    for (String line :
        database.query("SELECT add_id, kind, task_id, after_id FROM chaos_business")) {
      String[] words = line.split(" ");
      business.put(
          words[0], new Row(TaskKind.valueOf(words[1]), Database.plain(words[2]), words[3]));
    }
    for (String line : database.query("SELECT add_id, step, at_millis FROM chaos_effect")) {
      String[] words = line.split(" ");
      effects
          .computeIfAbsent(words[0], id -> new ArrayList<>())
          .add(new Effect(Integer.parseInt(words[1]), Long.parseLong(words[2])));
    }
    String id = database.kind().idText();
    for (String table : List.of("baton_task", "baton_kept")) {
      for (String line : database.query("SELECT " + id + ", status FROM " + table)) {
        String[] words = line.split(" ");
        status.put(Database.plain(words[0]), Integer.valueOf(words[1]));
      }
    }
  }

  private Verdict judge() {
    int rolledBack = 0;
    int unknown = 0;
    int unknownKept = 0;
    for (Map.Entry<String, String> add : journal.entrySet()) {
      boolean kept = business.containsKey(add.getKey());
      switch (add.getValue()) {
        case "C" -> breaks(!kept, Verdict.Promise.COMMIT, add.getKey(), "committed, gone");
        case "R" -> {
          rolledBack++;
          breaks(kept, Verdict.Promise.COMMIT, add.getKey(), "rolled back, there");
        }
        default -> {
          unknown++;
          unknownKept += kept ? 1 : 0;
        }
      }
    }
    business.forEach(this::judge);
    Set<String> strangers = new HashSet<>(effects.keySet());
    strangers.removeAll(business.keySet());
    strangers.forEach(id -> breaks(true, Verdict.Promise.PHANTOM, id, "ran, never committed"));
    return new Verdict(business.size(), rolledBack, unknown, unknownKept, errors, broken);
  }

  private void judge(String addId, Row row) {
    List<Effect> had = effects.getOrDefault(addId, List.of());
    long steps = had.stream().map(Effect::step).distinct().count();
    int end = status.getOrDefault(row.taskId(), 0);
    String words = row.kind() + ", status " + end + ", effects " + had;
    boolean mayFail = row.kind() == TaskKind.MOST && end == ERROR;
    errors += mayFail ? 1 : 0;
    breaks(end != DONE && !mayFail, Verdict.Promise.NOT_FINAL, addId, words);
    breaks(steps < row.kind().steps() && !mayFail, Verdict.Promise.LOST, addId, words);
    boolean twice = had.size() > steps;
    breaks(twice && row.kind() != TaskKind.LEAST, Verdict.Promise.DOUBLED, addId, words);
    List<Effect> before = effects.getOrDefault(row.after(), List.of());
    long since = before.stream().mapToLong(Effect::atMillis).max().orElse(0);
    boolean early = had.stream().anyMatch(effect -> effect.atMillis() < since);
    breaks(early, Verdict.Promise.EARLY, addId, words + ", waits for " + before);
  }

  private void breaks(boolean isBroken, Verdict.Promise promise, String addId, String words) {
    if (isBroken) {
      broken.computeIfAbsent(promise, key -> new ArrayList<>()).add(addId + ": " + words);
    }
  }
}
