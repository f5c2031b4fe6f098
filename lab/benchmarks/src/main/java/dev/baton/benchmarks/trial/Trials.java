package dev.baton.benchmarks.trial;

import dev.baton.benchmarks.Ability;
import java.util.Set;

/** What the trials of one contender in one round have in common. */
public record Trials(
    Server server, WarmNodes processes, Entrant entrant, Scale scale, Set<Ability> abilities) {

  /** A trial of at most so many jobs, in a database of its own. */
  public Trial begin(int jobs) throws Exception {
    return new Trial(server, processes, entrant, scale, jobs);
  }

  public boolean can(Ability ability) {
    return abilities.contains(ability);
  }
}
