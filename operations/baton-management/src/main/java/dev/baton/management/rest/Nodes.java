package dev.baton.management.rest;

import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Paused;
import java.util.List;

/** Reads the nodes and the pauses. */
final class Nodes {
  private Nodes() {}

  /** Returns the nodes, or none if this node was built without a cluster. */
  static List<Member> of(Baton baton) {
    try {
      return baton.cluster().nodes();
    } catch (ConfigurationException worksAlone) {
      return List.of();
    }
  }

  /**
   * Returns the pauses, or none if this node was built without a cluster: nothing can be paused
   * there.
   */
  static List<Paused> pauses(Baton baton) {
    try {
      return baton.cluster().pauses();
    } catch (ConfigurationException worksAlone) {
      return List.of();
    }
  }
}
