package dev.baton.chaos.check;

import dev.baton.chaos.process.Database;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.TaskKind;
import dev.baton.chaos.record.Verdict;
import dev.baton.chaos.record.Verdict.Promise;
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
 * Compares the guarantees to adders and operators with the final rows. It uses only the journals
 * and the tables, and nothing of Baton's code.
 */
public final class Checker {
  private static final int DONE = 5;
  private static final int ERROR = 4;

  private final Map<Promise, List<String>> broken = new EnumMap<>(Promise.class);
  private final Map<String, String> journal = new TreeMap<>();
  private final Map<String, Row> business = new HashMap<>();
  private final Map<String, List<Effect>> effects = new HashMap<>();
  private final Map<String, Integer> status = new HashMap<>();

  /** The number of lost or failed attempts by task. */
  private final Map<String, Integer> attempts = new HashMap<>();

  private final Map<TaskKind, Integer> kinds = new EnumMap<>(TaskKind.class);
  private final TouchedRules touched;
  private int errors;

  /** A row of the business table. */
  private record Row(TaskKind kind, String taskId, String after) {}

  /** The effect of a step, with the time of the machine's one clock. */
  private record Effect(int step, long atMillis) {}

  private Checker(TouchedRules touched) {
    this.touched = touched;
  }

  public static Verdict check(Database database, Path folder, List<String> workers)
      throws SQLException, IOException {
    Checker checker = new Checker(TouchedRules.read(folder));
    checker.readJournals(folder);
    checker.readTables(database);
    return checker.judge(database, folder, workers);
  }

  private void readJournals(Path folder) throws IOException {
    for (String line : lines(folder, ".adds")) {
      String[] words = line.split(" ");
      if (words.length != 3) {
        continue;
      }
      if (words[0].equals("X")) {
        breaks(true, Promise.DOUBLED, words[1], words[2] + ", added again under the same id");
      } else {
        journal.put(words[1], words[0]);
      }
    }
    for (String line : lines(folder, ".effects")) {
      effect(line);
    }
  }

  private static List<String> lines(Path folder, String suffix) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
    List<String> lines = new ArrayList<>();
    for (Path file : files) {
      lines.addAll(Journal.read(file));
    }
    return lines;
  }

  private void effect(String line) {
    String[] words = line.split(" ");
    if (words.length == 3) {
      effects
          .computeIfAbsent(words[0], id -> new ArrayList<>())
          .add(new Effect(Integer.parseInt(words[1]), Long.parseLong(words[2])));
    }
  }

  private void readTables(Database database) throws SQLException {
    for (String line :
        database.query("SELECT add_id, kind, task_id, after_id FROM chaos_business")) {
      String[] words = line.split(" ");
      business.put(
          words[0], new Row(TaskKind.valueOf(words[1]), Database.plain(words[2]), words[3]));
    }
    database.query("SELECT add_id, step, at_millis FROM chaos_effect").forEach(this::effect);
    String id = database.kind().idText();
    for (String table : List.of("baton_task", "baton_kept")) {
      for (String line : database.query("SELECT " + id + ", status FROM " + table)) {
        String[] words = line.split(" ");
        status.put(Database.plain(words[0]), Integer.valueOf(words[1]));
      }
    }
    String task = id.replace("(id", "(task_id");
    for (String line : database.query("SELECT " + task + " FROM baton_attempt")) {
      attempts.merge(Database.plain(line), 1, Integer::sum);
    }
  }

  private Verdict judge(Database database, Path folder, List<String> workers)
      throws SQLException, IOException {
    int rolledBack = 0;
    int unknown = 0;
    int unknownKept = 0;
    for (Map.Entry<String, String> add : journal.entrySet()) {
      boolean kept = business.containsKey(add.getKey());
      switch (add.getValue()) {
        case "C" -> breaks(!kept, Promise.COMMIT, add.getKey(), "committed, but missing");
        case "R" -> {
          rolledBack++;
          breaks(kept, Promise.COMMIT, add.getKey(), "rolled back, there");
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
    strangers.forEach(id -> breaks(true, Promise.PHANTOM, id, "ran, never committed"));
    judgeGhosts();
    Set<String> excused = excused();
    int most = judgeLimits(folder, workers, excused);
    Map<String, Long> last = new HashMap<>();
    effects.forEach(
        (addId, had) -> last.put(addId, had.stream().mapToLong(Effect::atMillis).max().orElse(0)));
    OrderRules.read(database, folder, workers)
        .broken(last, excused)
        .forEach(words -> breaks(true, Promise.ORDER, words));
    return new Verdict(
        business.size(), rolledBack, unknown, unknownKept, errors, kinds, most, broken);
  }

  /** Reports tasks without their business row. Both are committed together or not at all. */
  private void judgeGhosts() {
    Set<String> ghosts = new HashSet<>(status.keySet());
    business.values().forEach(row -> ghosts.remove(row.taskId()));
    ghosts.forEach(id -> breaks(true, Promise.PHANTOM, id, "a task, never committed"));
  }

  /** Returns the adds whose task was taken from a handler, which may continue for a while. */
  private Set<String> excused() {
    Set<String> excused = new HashSet<>();
    business.forEach(
        (addId, row) -> {
          if (attempts.containsKey(row.taskId()) || touched.isTouched(row.taskId())) {
            excused.add(addId);
          }
        });
    return excused;
  }

  private int judgeLimits(Path folder, List<String> workers, Set<String> excused)
      throws IOException {
    LimitRules limits = new LimitRules(excused);
    limits.read(folder, workers);
    limits.exceeded().forEach(words -> breaks(true, Promise.LIMIT, words));
    limits.inStopped().forEach(words -> breaks(true, Promise.STOPPED, words));
    return limits.mostUnlimited();
  }

  private void judge(String addId, Row row) {
    kinds.merge(row.kind(), 1, Integer::sum);
    List<Effect> had = effects.getOrDefault(addId, List.of());
    int end = status.getOrDefault(row.taskId(), 0);
    String words = row.kind() + ", status " + end + ", effects " + had;
    if (row.kind() == TaskKind.TOUCHED) {
      touched
          .judge(row.taskId(), end, had.stream().map(Effect::step).toList())
          .ifPresent(what -> breaks(true, Promise.OPERATOR, addId, what + ": " + words));
      return;
    }
    long steps = had.stream().map(Effect::step).distinct().count();
    boolean mayFail = row.kind() == TaskKind.MOST && end == ERROR;
    errors += mayFail ? 1 : 0;
    breaks(end != DONE && !mayFail, Promise.NOT_FINAL, addId, words);
    breaks(steps < row.kind().steps() && !mayFail, Promise.LOST, addId, words);
    int lost = row.kind().isAtLeastOnce() ? attempts.getOrDefault(row.taskId(), 0) : 0;
    String again = words + ", attempts lost or failed " + lost;
    breaks(had.size() > steps + lost, Promise.DOUBLED, addId, again);
    boolean causeless = mayFail && !attempts.containsKey(row.taskId());
    breaks(causeless, Promise.NOT_FINAL, addId, words + ", and no attempt was lost or failed");
    List<Effect> before = effects.getOrDefault(row.after(), List.of());
    long since = before.stream().mapToLong(Effect::atMillis).max().orElse(0);
    boolean early = had.stream().anyMatch(effect -> effect.atMillis() < since);
    breaks(early, Promise.EARLY, addId, words + ", waits for " + before);
  }

  private void breaks(boolean isBroken, Promise promise, String addId, String words) {
    breaks(isBroken, promise, addId + ": " + words);
  }

  private void breaks(boolean isBroken, Promise promise, String words) {
    if (isBroken) {
      broken.computeIfAbsent(promise, key -> new ArrayList<>()).add(words);
    }
  }
}
