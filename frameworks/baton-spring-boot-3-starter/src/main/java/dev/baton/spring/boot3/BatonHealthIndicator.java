package dev.baton.spring.boot3;

import dev.baton.host.NodeHealth;
import dev.baton.spring.BatonNode;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/**
 * Reports UP if the node runs, its loops run on time and its database responds. Shows the number of
 * tasks in ERROR, but doesn't report the instance as down because of them: they wait for a person,
 * on any node.
 */
public final class BatonHealthIndicator extends AbstractHealthIndicator {
  private final BatonNode node;

  public BatonHealthIndicator(BatonNode node) {
    super("Baton's health check failed");
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
