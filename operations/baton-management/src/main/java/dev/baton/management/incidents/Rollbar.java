package dev.baton.management.incidents;

import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * Uses Rollbar's item API: each notice is an occurrence of the incident's item. A token that may
 * post items can't resolve them, so the end of an incident is a separate item of level info.
 * Immutable and thread-safe.
 */
public final class Rollbar implements IncidentSink {
  private static final URI ADDRESS = URI.create("https://api.rollbar.com/api/1/item/");
  private static final int LONGEST_NAME = 255;

  private final String name;
  private final Endpoint endpoint;
  private final Secret accessToken;
  private final String environment;

  private Rollbar(String name, Endpoint endpoint, Secret accessToken, String environment) {
    this.name = name;
    this.endpoint = endpoint;
    this.accessToken = accessToken;
    this.environment = environment;
  }

  /**
   * Returns a sink with a project's token of scope {@code post_server_item}. The environment is
   * {@code production}.
   */
  public static Rollbar accessToken(String token) {
    return new Rollbar(
        "rollbar", Endpoint.at(ADDRESS), new Secret("Rollbar access token", token), "production");
  }

  /** Sets the name of the sink, {@code rollbar} by default. A second sink needs another name. */
  public Rollbar named(String other) {
    return new Rollbar(other, endpoint, accessToken, environment);
  }

  /** Sets the environment that Rollbar shows. */
  public Rollbar environment(String other) {
    if (other.isBlank() || other.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "A Rollbar environment must have 1-"
              + LONGEST_NAME
              + " characters; '"
              + other
              + "'"
              + " doesn't");
    }
    return new Rollbar(name, endpoint, accessToken, other);
  }

  /** Sets the address of a relay or a test instead of Rollbar's own. */
  public Rollbar at(URI address) {
    return new Rollbar(name, endpoint.moved(address), accessToken, environment);
  }

  /** Sets the maximum duration of a delivery; 10 s by default. */
  public Rollbar timeout(Duration longest) {
    return new Rollbar(name, endpoint.patience(longest), accessToken, environment);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer deliver(IncidentNotice notice) throws InterruptedException {
    ObjectNode item = Endpoint.json().createObjectNode();
    ObjectNode data = item.putObject("data");
    data.put("environment", environment);
    ObjectNode message = data.putObject("body").putObject("message");
    message.put("body", notice.summary());
    Texts.facts(notice).forEach(message::put);
    data.put("level", level(notice));
    data.put("timestamp", notice.at().getEpochSecond());
    data.put("platform", "java");
    data.put("language", "java");
    data.put("context", notice.subject().service());
    data.put("title", Texts.cut(notice.summary(), LONGEST_NAME));
    data.put("fingerprint", uuid(notice.key() + (notice.isResolved() ? " resolved" : "")));
    // A repetition of the same notice has the same id.
    data.put("uuid", uuid(notice.key() + " " + notice.number()));
    ObjectNode custom = data.putObject("custom");
    Texts.facts(notice).forEach(custom::put);
    if (notice.subject().link() != null) {
      custom.put("link", notice.subject().link().toString());
    }
    data.putObject("notifier").put("name", "baton");
    return endpoint.post(item, Map.of("X-Rollbar-Access-Token", accessToken.reveal()));
  }

  private static String level(IncidentNotice notice) {
    if (notice.isResolved()) {
      return "info";
    }
    return switch (notice.subject().criticality()) {
      case HIGH -> "critical";
      case NORMAL -> "error";
      case LOW -> "warning";
    };
  }

  /** Returns a UUID of 36 characters, because Rollbar allows at most 40 in a fingerprint. */
  private static String uuid(String of) {
    return UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8)).toString();
  }

  @Override
  public String toString() {
    return name + " at " + endpoint;
  }
}
