package dev.baton.management.incidents;

import dev.baton.Baton;
import dev.baton.jdbc.JdbcStore;
import dev.baton.operate.incident.Incidents;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;

/** The code in docs/incidents.md. */
final class DocumentedIncidents {
  private DocumentedIncidents() {}

  static Baton.Builder node(DataSource dataSource, Map<String, String> environment) {
    // region incidents
    String routingKey = environment.getOrDefault("PAGERDUTY_ROUTING_KEY", "");
    return Baton.builder(JdbcStore.of(dataSource))
        .incidents(
            Incidents.to(
                    PagerDuty.routingKey(routingKey),
                    Webhook.to(URI.create("https://chat.example.com/hooks/baton")))
                .service("payouts")
                .dashboard(URI.create("https://ops.example.com/baton"))
                .stuckAfter(Duration.ofMinutes(2))
                .remindAfter(Duration.ofHours(4)));
    // endregion
  }
}
