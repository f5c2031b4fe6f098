package dev.baton.management.rest;

import dev.baton.Baton;
import dev.baton.cluster.Cluster.Member;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What nodes are called, by the owners that rows carry. Read when first needed; one thread's. */
final class NodeNames {
  private final Baton baton;
  private @Nullable List<Member> members;

  NodeNames(Baton baton) {
    this.baton = baton;
  }

  /** Null when the node isn't listed any more. */
  @Nullable String of(@Nullable UUID owner) {
    if (owner == null) {
      return null;
    }
    for (Member member : members()) {
      UUID id = member.node().card().id();
      // An owner names one start of a node in its high half.
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
