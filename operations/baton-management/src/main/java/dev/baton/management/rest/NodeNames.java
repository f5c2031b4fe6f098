package dev.baton.management.rest;

import dev.baton.Baton;
import dev.baton.operate.cluster.Cluster.Member;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names of nodes by the owner ids that rows store. Read on first use. Used by one thread. */
final class NodeNames {
  private final Baton baton;
  private @Nullable List<Member> members;

  NodeNames(Baton baton) {
    this.baton = baton;
  }

  /** Returns the node's name, or null if the node isn't listed any more. */
  @Nullable String of(@Nullable UUID owner) {
    if (owner == null) {
      return null;
    }
    for (Member member : members()) {
      UUID id = member.node().card().id();
      // The high half of an owner id identifies one start of a node.
      if (id.getMostSignificantBits() == owner.getMostSignificantBits()) {
        return member.node().card().name();
      }
    }
    return null;
  }

  private List<Member> members() {
    List<Member> known = members;
    if (known == null) {
      known = Nodes.of(baton);
      members = known;
    }
    return known;
  }
}
