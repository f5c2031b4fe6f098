package dev.baton.chaos.check;

import dev.baton.chaos.process.Database;
import dev.baton.chaos.record.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks whether tasks of one key ran one after the other, in the order in which their adders
 * committed. It uses the adders' own table of places, the journals of handlers and the effects.
 */
final class OrderRules {
  /** The adds of each key in the order of their commits. */
  private final Map<String, List<Place>> keys = new TreeMap<>();

  /** Start times of attempts, and the end of the last one that reported it, by add. */
  private final Map<String, List<Long>> begun = new HashMap<>();

  private final Map<String, Long> ended = new HashMap<>();

  private record Place(String addId, int number) {}

  static OrderRules read(Database database, Path folder, List<String> workers)
      throws SQLException, IOException {
    OrderRules rules = new OrderRules();
    for (String line : database.query("SELECT add_id, flow_key, place FROM chaos_place")) {
      String[] words = line.split(" ");
      rules
          .keys
          .computeIfAbsent(words[1], key -> new ArrayList<>())
          .add(new Place(words[0], Integer.parseInt(words[2])));
    }
    rules.keys.values().forEach(places -> places.sort(Comparator.comparingInt(Place::number)));
    for (String worker : workers) {
      Journal.read(folder.resolve(worker + ".spans")).forEach(rules::span);
    }
    return rules;
  }

  private void span(String line) {
    String[] words = line.split(" ");
    if (words.length == 5 && words[0].equals("begin")) {
      begun.computeIfAbsent(words[1], add -> new ArrayList<>()).add(Long.valueOf(words[2]));
    } else if (words.length == 3 && words[0].equals("end")) {
      ended.merge(words[1], Long.valueOf(words[2]), Math::max);
    }
  }

  /**
   * Returns the violations of the order.
   *
   * @param effects when each add had its effect
   * @param excused adds whose task was taken from a handler, which may continue for a while
   */
  List<String> broken(Map<String, Long> effects, Set<String> excused) {
    List<String> broken = new ArrayList<>();
    keys.forEach(
        (key, places) -> {
          long over = 0;
          for (Place place : places) {
            String add = place.addId();
            for (long begin : begun.getOrDefault(add, List.of())) {
              if (begin < over) {
                long early = over - begin;
                broken.add(
                    add + ": place " + place.number() + " of " + key + ", " + early + " ms early");
              }
            }
            over = Math.max(over, effects.getOrDefault(add, 0L));
            over = excused.contains(add) ? over : Math.max(over, ended.getOrDefault(add, 0L));
          }
        });
    return broken;
  }
}
