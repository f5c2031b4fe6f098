package dev.baton.management.incidents;

import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Uses PagerDuty's Events API v2: triggers and resolves an incident with one {@code dedup_key}.
 * Growth and reminders are triggers too, which PagerDuty adds to the open incident. Immutable and
 * thread-safe.
 */
public final class PagerDuty implements IncidentSink {
  private static final URI ADDRESS = URI.create("https://events.pagerduty.com/v2/enqueue");
  private static final URI EUROPE = URI.create("https://events.eu.pagerduty.com/v2/enqueue");
  private static final int LONGEST_SUMMARY = 1024;

  private final String name;
  private final Endpoint endpoint;
  private final Secret routingKey;

  private PagerDuty(String name, Endpoint endpoint, Secret routingKey) {
    this.name = name;
    this.endpoint = endpoint;
    this.routingKey = routingKey;
  }

  /** Returns a sink that sends events to the service whose integration has this routing key. */
  public static PagerDuty routingKey(String key) {
    return new PagerDuty(
        "pagerduty", Endpoint.at(ADDRESS), new Secret("PagerDuty routing key", key));
  }

  /** Sets the name of the sink, {@code pagerduty} by default. A second sink needs another name. */
  public PagerDuty named(String other) {
    return new PagerDuty(other, endpoint, routingKey);
  }

  /** Uses PagerDuty's European region. */
  public PagerDuty europe() {
    return at(EUROPE);
  }

  /** Sets the address of a relay or a test instead of PagerDuty's own. */
  public PagerDuty at(URI address) {
    return new PagerDuty(name, endpoint.moved(address), routingKey);
  }

  /** Sets the maximum duration of a delivery; 10 s by default. */
  public PagerDuty timeout(Duration longest) {
    return new PagerDuty(name, endpoint.patience(longest), routingKey);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer deliver(IncidentNotice notice) throws InterruptedException {
    ObjectNode event = Endpoint.json().createObjectNode();
    event.put("routing_key", routingKey.reveal());
    event.put("event_action", notice.isResolved() ? "resolve" : "trigger");
    event.put("dedup_key", notice.key());
    if (!notice.isResolved()) {
      describe(event, notice);
    }
    return endpoint.post(event, Map.of());
  }

  private static void describe(ObjectNode event, IncidentNotice notice) {
    event.put("client", "Baton");
    ObjectNode payload = event.putObject("payload");
    payload.put("summary", Texts.cut(notice.summary(), LONGEST_SUMMARY));
    payload.put("source", notice.subject().service());
    payload.put(
        "severity",
        switch (notice.subject().criticality()) {
          case HIGH -> "critical";
          case NORMAL -> "error";
          case LOW -> "warning";
        });
    payload.put("timestamp", notice.at().toString());
    payload.put("component", notice.subject().name());
    payload.put("group", notice.subject().service());
    payload.put("class", notice.kind().name());
    ObjectNode details = payload.putObject("custom_details");
    Texts.facts(notice).forEach(details::put);
    if (notice.subject().link() != null) {
      event.put("client_url", notice.subject().link().toString());
      ObjectNode link = event.putArray("links").addObject();
      link.put("href", notice.subject().link().toString());
      link.put("text", "The tasks on the dashboard");
    }
  }

  @Override
  public String toString() {
    return name + " at " + endpoint;
  }
}
