package dev.baton.management.rest;

import dev.baton.Baton;
import dev.baton.api.Cluster.Member;
import java.util.List;

/** The nodes there are. */
final class Nodes {
  private Nodes() {}

  /** None where the node was built to work alone. */
  static List<Member> of(Baton baton) {
    try {
      return baton.cluster().nodes();
    } catch (IllegalStateException worksAlone) {
      return List.of();
    }
  }
}
