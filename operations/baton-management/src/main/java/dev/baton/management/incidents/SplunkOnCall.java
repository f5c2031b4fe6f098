package dev.baton.management.incidents;

import dev.baton.handler.TypeMetadata.Criticality;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Uses the REST endpoint of Splunk On-Call (VictorOps): an incident is CRITICAL, or WARNING for
 * types of low criticality, until its RECOVERY. All its messages have the same {@code entity_id}.
 * Immutable and thread-safe.
 */
public final class SplunkOnCall implements IncidentSink {
  private static final String ADDRESS =
      "https://alert.victorops.com/integrations/generic/20131114/alert/";

  private final String name;
  private final Endpoint endpoint;

  private SplunkOnCall(String name, Endpoint endpoint) {
    this.name = name;
    this.endpoint = endpoint;
  }

  /**
   * Returns a sink with the API key of the REST integration, and the routing key that decides who
   * is called. The address contains both keys, so it is never shown.
   */
  public static SplunkOnCall restEndpoint(String apiKey, String routingKey) {
    return at(
        URI.create(ADDRESS + part("API key", apiKey) + "/" + part("routing key", routingKey)));
  }

  /**
   * Returns a sink with this complete address: the one on the integration's page, or that of a
   * relay or a test.
   */
  public static SplunkOnCall at(URI address) {
    return new SplunkOnCall("splunk-on-call", Endpoint.at(address));
  }

  private static String part(String what, String key) {
    String value = new Secret("Splunk On-Call " + what, key).reveal();
    if (!value.matches("[A-Za-z0-9._~-]+")) {
      throw new IllegalArgumentException(
          "A Splunk On-Call "
              + what
              + " can contain only letters, digits, '.', '_', '~' and '-'; the one given"
              + " has others");
    }
    return value;
  }

  /**
   * Sets the name of the sink, {@code splunk-on-call} by default. A second sink needs another name.
   */
  public SplunkOnCall named(String other) {
    return new SplunkOnCall(other, endpoint);
  }

  /** Sets the maximum duration of a delivery; 10 s by default. */
  public SplunkOnCall timeout(Duration longest) {
    return new SplunkOnCall(name, endpoint.patience(longest));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer deliver(IncidentNotice notice) throws InterruptedException {
    ObjectNode alert = Endpoint.json().createObjectNode();
    alert.put("message_type", messageType(notice));
    alert.put("entity_id", notice.key());
    alert.put("entity_display_name", notice.summary());
    alert.put(
        "state_message",
        notice.subject().link() == null
            ? notice.summary()
            : notice.summary() + "\n" + notice.subject().link());
    alert.put(
        "state_start_time",
        (notice.isResolved() ? notice.at() : notice.openedAt()).getEpochSecond());
    alert.put("timestamp", notice.at().getEpochSecond());
    alert.put("monitoring_tool", "Baton");
    alert.put("service", notice.subject().service());
    Texts.facts(notice).forEach((field, value) -> alert.put("baton_" + field, value));
    return endpoint.post(alert, Map.of());
  }

  private static String messageType(IncidentNotice notice) {
    if (notice.isResolved()) {
      return "RECOVERY";
    }
    return notice.subject().criticality() == Criticality.LOW ? "WARNING" : "CRITICAL";
  }

  @Override
  public String toString() {
    return name + " at " + endpoint;
  }
}
