package dev.baton.quarkus.runtime;

import dev.baton.host.NodeHealth;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Reports the node as up if it runs, its loops run on time and its database responds. Shows the
 * number of tasks in ERROR, but doesn't report the instance as down because of them: they wait for
 * a person, on any node.
 */
@Readiness
@ApplicationScoped
public class BatonHealthCheck implements HealthCheck {
  @Inject BatonNode node;

  @Override
  public HealthCheckResponse call() {
    NodeHealth now = NodeHealth.of(node.running());
    HealthCheckResponseBuilder answer =
        HealthCheckResponse.named("Baton").status(now.isRunning() && now.trouble() == null);
    now.details()
        .forEach(
            (name, detail) -> {
              if (detail instanceof Number number) {
                answer.withData(name, number.longValue());
              } else {
                answer.withData(name, detail.toString());
              }
            });
    if (now.trouble() != null) {
      answer.withData("trouble", String.valueOf(now.trouble().getMessage()));
    }
    return answer.build();
  }
}
