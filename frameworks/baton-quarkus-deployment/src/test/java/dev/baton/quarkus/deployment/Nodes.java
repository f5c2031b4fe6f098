package dev.baton.quarkus.deployment;

import dev.baton.operate.cluster.Cluster;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Returns how many nodes are live. The test changes this source while the application runs. */
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
