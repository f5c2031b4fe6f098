package dev.baton.jdbc.task;

import dev.baton.task.rule.Transition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Transitions of one task are applied one after the other; all others together. */
final class Rounds {
  private Rounds() {}

  /** The places of the transitions, round by round. */
  static List<List<Integer>> of(List<Transition> transitions) {
    List<List<Integer>> rounds = new ArrayList<>();
    Map<UUID, Integer> seen = new HashMap<>();
    for (int i = 0; i < transitions.size(); i++) {
      int round = seen.merge(transitions.get(i).id(), 1, Integer::sum) - 1;
      if (round == rounds.size()) {
        rounds.add(new ArrayList<>());
      }
      rounds.get(round).add(i);
    }
    return rounds;
  }
}
