package dev.baton.quarkus.deployment;

import dev.baton.cluster.Cluster;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Says how many nodes are live; its source is changed while it runs. */
@Path("/nodes")
public class Nodes {
  @Inject Cluster cluster;

  @GET
  public String live() {
    long live =
        cluster.nodes().stream()
            .filter(member -> member.presence() == Cluster.Presence.LIVE)
            .count();
    return "first: " + live;
  }
}
