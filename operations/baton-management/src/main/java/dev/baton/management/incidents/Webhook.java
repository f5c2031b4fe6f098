package dev.baton.management.incidents;

import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Posts each notice as a JSON document to your own address. Its members are {@code key}, {@code
 * number}, {@code reason}, {@code status} (open or resolved), {@code kind}, {@code name}, {@code
 * tasks}, {@code summary}, {@code service}, {@code criticality}, {@code owner}, {@code openedAt},
 * {@code at} and {@code link}. The receiver recognizes a repeated notice by its key and number, and
 * must ignore it. Immutable and thread-safe.
 */
public final class Webhook implements IncidentSink {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SHORTEST_KEY = 16;

  private final String name;
  private final Endpoint endpoint;
  private final Map<String, Secret> headers;
  private final @Nullable Secret signingKey;

  private Webhook(
      String name, Endpoint endpoint, Map<String, Secret> headers, @Nullable Secret signingKey) {
    this.name = name;
    this.endpoint = endpoint;
    this.headers = Map.copyOf(headers);
    this.signingKey = signingKey;
  }

  /**
   * Returns a sink for this address. Only its host is ever shown, because the rest may contain a
   * key.
   */
  public static Webhook to(URI address) {
    return new Webhook("webhook", Endpoint.at(address), Map.of(), null);
  }

  /** Sets the name of the sink, {@code webhook} by default. A second sink needs another name. */
  public Webhook named(String other) {
    return new Webhook(other, endpoint, headers, signingKey);
  }

  /** Sets the maximum duration of a delivery; 10 s by default. */
  public Webhook timeout(Duration longest) {
    return new Webhook(name, endpoint.patience(longest), headers, signingKey);
  }

  /** Sends this token as {@code Authorization: Bearer}. */
  public Webhook bearer(String token) {
    Map<String, Secret> more = new TreeMap<>(headers);
    more.put("Authorization", new Secret("bearer token", token));
    return new Webhook(name, endpoint, more, signingKey);
  }

  /**
   * Signs each request: the header {@code X-Baton-Signature: sha256=} contains the HMAC-SHA256 of
   * the body under this key, in hex. With it, the receiver can verify the sender.
   */
  public Webhook signedWith(String key) {
    if (key.length() < SHORTEST_KEY) {
      throw new IllegalArgumentException(
          "A signing key must have at least "
              + SHORTEST_KEY
              + " characters; the one given has"
              + " fewer");
    }
    return new Webhook(name, endpoint, headers, new Secret("signing key", key));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer deliver(IncidentNotice notice) throws InterruptedException {
    byte[] body = Endpoint.json().writeValueAsBytes(document(notice));
    Map<String, String> sent = new TreeMap<>();
    headers.forEach((header, token) -> sent.put(header, "Bearer " + token.reveal()));
    if (signingKey != null) {
      sent.put("X-Baton-Signature", "sha256=" + signature(signingKey, body));
    }
    return endpoint.post(body, sent);
  }

  private static ObjectNode document(IncidentNotice notice) {
    ObjectNode document = Endpoint.json().createObjectNode();
    document.put("key", notice.key());
    document.put("number", notice.number());
    document.put("reason", notice.reason().name());
    document.put("status", notice.isResolved() ? "resolved" : "open");
    document.put("kind", notice.kind().name());
    document.put("name", notice.subject().name());
    document.put("tasks", notice.tasks());
    document.put("summary", notice.summary());
    document.put("service", notice.subject().service());
    document.put("criticality", notice.subject().criticality().name());
    document.put("openedAt", notice.openedAt().toString());
    document.put("at", notice.at().toString());
    if (notice.subject().owner() != null) {
      document.put("owner", notice.subject().owner());
    }
    if (notice.subject().link() != null) {
      document.put("link", notice.subject().link().toString());
    }
    return document;
  }

  private static String signature(Secret key, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key.reveal().getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("This Java has no " + ALGORITHM, impossible);
    }
  }

  @Override
  public String toString() {
    return name + " at " + endpoint;
  }
}
