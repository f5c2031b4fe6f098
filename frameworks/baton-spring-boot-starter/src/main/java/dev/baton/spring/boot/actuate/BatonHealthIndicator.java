package dev.baton.spring.boot.actuate;

import dev.baton.host.NodeHealth;
import dev.baton.spring.BatonNode;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * UP while the node runs, its loops come round in time and its database answers. Tasks in ERROR are
 * told, but are no reason to restart an instance or to take it out of service: they wait for a
 * person, on whichever node.
 */
public final class BatonHealthIndicator extends AbstractHealthIndicator {
  private final BatonNode node;

  public BatonHealthIndicator(BatonNode node) {
    super("Baton's health can't be told");
    this.node = node;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    NodeHealth now = NodeHealth.of(node.isRunning() ? node.baton() : null);
    if (now.trouble() != null) {
      health.down(now.trouble());
    } else if (now.isRunning()) {
      health.up();
    } else {
      health.outOfService();
    }
    health.withDetails(now.details());
  }
}
