package dev.baton.management.rest;

import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.Cluster.Member;
import dev.baton.cluster.Paused;
import java.util.List;

/** The nodes there are, and what they leave alone. */
final class Nodes {
  private Nodes() {}

  /** None where the node was built to work alone. */
  static List<Member> of(Baton baton) {
    try {
      return baton.cluster().nodes();
    } catch (ConfigurationException worksAlone) {
      return List.of();
    }
  }

  /** None where the node was built to work alone: nothing can be paused there. */
  static List<Paused> pauses(Baton baton) {
    try {
      return baton.cluster().pauses();
    } catch (ConfigurationException worksAlone) {
      return List.of();
    }
  }
}
