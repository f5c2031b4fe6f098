package dev.baton.management.incidents;

import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Uses Opsgenie's Alert API: creates and closes an alert by its {@code alias}. Growth and reminders
 * create the alert again, and Opsgenie counts them on the open alert. Immutable and thread-safe.
 */
public final class Opsgenie implements IncidentSink {
  private static final URI ADDRESS = URI.create("https://api.opsgenie.com");
  private static final URI EUROPE = URI.create("https://api.eu.opsgenie.com");
  private static final int LONGEST_MESSAGE = 130;
  private static final int LONGEST_SOURCE = 100;

  private final String name;
  private final Endpoint endpoint;
  private final Secret apiKey;
  private final List<String> teams;

  private Opsgenie(String name, Endpoint endpoint, Secret apiKey, List<String> teams) {
    this.name = name;
    this.endpoint = endpoint;
    this.apiKey = apiKey;
    this.teams = List.copyOf(teams);
  }

  /**
   * Returns a sink with the key of an API integration. The integration must be allowed to create
   * and update alerts.
   */
  public static Opsgenie apiKey(String key) {
    return new Opsgenie(
        "opsgenie", Endpoint.at(ADDRESS), new Secret("Opsgenie API key", key), List.of());
  }

  /** Sets the name of the sink, {@code opsgenie} by default. A second sink needs another name. */
  public Opsgenie named(String other) {
    return new Opsgenie(other, endpoint, apiKey, teams);
  }

  /** Uses Opsgenie's European region. */
  public Opsgenie europe() {
    return at(EUROPE);
  }

  /** Sets the address of a relay or a test instead of Opsgenie's own, without {@code /v2}. */
  public Opsgenie at(URI address) {
    return new Opsgenie(name, endpoint.moved(address), apiKey, teams);
  }

  /** Sets the maximum duration of a delivery; 10 s by default. */
  public Opsgenie timeout(Duration longest) {
    return new Opsgenie(name, endpoint.patience(longest), apiKey, teams);
  }

  /** Also notifies the team of this name. By default, the integration decides who is notified. */
  public Opsgenie team(String team) {
    if (team.isBlank()) {
      throw new IllegalArgumentException("The name of an Opsgenie team can't be blank");
    }
    List<String> more = new ArrayList<>(teams);
    more.add(team);
    return new Opsgenie(name, endpoint, apiKey, more);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer deliver(IncidentNotice notice) throws InterruptedException {
    Map<String, String> headers = Map.of("Authorization", "GenieKey " + apiKey.reveal());
    return notice.isResolved()
        ? to("/v2/alerts/" + notice.key() + "/close?identifierType=alias")
            .post(closing(notice), headers)
        : to("/v2/alerts").post(alert(notice), headers);
  }

  private Endpoint to(String path) {
    String base = endpoint.address().toString();
    return endpoint.moved(
        URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path));
  }

  private static ObjectNode closing(IncidentNotice notice) {
    ObjectNode body = Endpoint.json().createObjectNode();
    body.put("source", Texts.cut(notice.subject().service(), LONGEST_SOURCE));
    body.put("user", "Baton");
    body.put("note", notice.summary());
    return body;
  }

  private ObjectNode alert(IncidentNotice notice) {
    ObjectNode body = Endpoint.json().createObjectNode();
    body.put("message", Texts.cut(notice.summary(), LONGEST_MESSAGE));
    body.put("alias", notice.key());
    String link = notice.subject().link() == null ? "" : "\n" + notice.subject().link();
    body.put("description", notice.summary() + link);
    body.put("entity", notice.subject().name());
    body.put("source", Texts.cut(notice.subject().service(), LONGEST_SOURCE));
    body.put("user", "Baton");
    body.put(
        "priority",
        switch (notice.subject().criticality()) {
          case HIGH -> "P1";
          case NORMAL -> "P3";
          case LOW -> "P5";
        });
    body.putArray("tags").add("baton").add(notice.kind().name());
    ObjectNode details = body.putObject("details");
    Texts.facts(notice).forEach(details::put);
    if (!teams.isEmpty()) {
      ArrayNode responders = body.putArray("responders");
      teams.forEach(team -> responders.addObject().put("name", team).put("type", "team"));
    }
    return body;
  }

  @Override
  public String toString() {
    return name + " at " + endpoint;
  }
}
