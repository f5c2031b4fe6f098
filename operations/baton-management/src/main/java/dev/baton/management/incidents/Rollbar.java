package dev.baton.management.incidents;

import dev.baton.hook.IncidentNotice;
import dev.baton.hook.IncidentSink;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rollbar's item API: each notice is an occurrence of the incident's item. A token that may post
 * items can't resolve them, so the end of an incident is an item of its own, of level info.
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

  /** With a project's token of scope {@code post_server_item}; environment {@code production}. */
  public static Rollbar accessToken(String token) {
    return new Rollbar(
        "rollbar", Endpoint.at(ADDRESS), new Secret("Rollbar access token", token), "production");
  }

  /** Another name than {@code rollbar}, where there are two. */
  public Rollbar named(String other) {
    return new Rollbar(other, endpoint, accessToken, environment);
  }

  /** The environment that Rollbar shows. */
  public Rollbar environment(String other) {
    if (other.isBlank() || other.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "A Rollbar environment has 1-" + LONGEST_NAME + " characters; '" + other + "' doesn't");
    }
    return new Rollbar(name, endpoint, accessToken, other);
  }

  /** At this address, a relay or a test, instead of Rollbar's own. */
  public Rollbar at(URI address) {
    return new Rollbar(name, endpoint.moved(address), accessToken, environment);
  }

  /** How long a delivery may take; 10 s unless told otherwise. */
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
    // The same for a repeat of the same notice.
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

  /** 36 characters: a fingerprint has 40 at the most. */
  private static String uuid(String of) {
    return UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8)).toString();
  }

  @Override
  public String toString() {
    return name + " at " + endpoint;
  }
}
