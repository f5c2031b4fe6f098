package dev.baton.spring.boot.actuate;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.spring.BatonNode;
import dev.baton.task.Status;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * UP while the node runs and its database answers. Tasks in ERROR are told, but are no reason to
 * restart an instance or to take it out of service: they wait for a person, on whichever node.
 */
public final class BatonHealthIndicator extends AbstractHealthIndicator {
  private final BatonNode node;

  public BatonHealthIndicator(BatonNode node) {
    super("Baton's health can't be told");
    this.node = node;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    if (!node.isRunning()) {
      health.outOfService().withDetail("node", "not running");
      return;
    }
    try {
      TaskCount errors = TaskCount.of(node.baton().operations(), Status.ERROR);
      health
          .up()
          .withDetail("node", "running")
          .withDetail("errors", errors.count())
          .withDetail("tasksInHand", node.baton().tasksInHand());
    } catch (StoreUnavailableException unreachable) {
      health
          .down(unreachable)
          .withDetail("node", "running")
          .withDetail("tasksInHand", node.baton().tasksInHand());
    }
  }
}
