package dev.baton.benchmarks.trial;

import dev.baton.benchmarks.Ability;
import java.util.Set;

/** The common settings of all trials of one contender in one round. */
public record Trials(
    Server server, WarmNodes processes, Entrant entrant, Scale scale, Set<Ability> abilities) {

  /** Begins a trial of at most this number of jobs, in a separate database. */
  public Trial begin(int jobs) throws Exception {
    return new Trial(server, processes, entrant, scale, jobs);
  }

  public boolean can(Ability ability) {
    return abilities.contains(ability);
  }
}
