package dev.baton.management.http;

import dev.baton.task.Bytes;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is answered. Immutable.
 *
 * @param headers by their names; Content-Length isn't among them
 */
public record Response(int status, Map<String, String> headers, Bytes body) {
  public Response {
    headers = Collections.unmodifiableMap(new TreeMap<>(headers));
  }

  /** A body of some type. */
  public static Response of(int status, String contentType, Bytes body) {
    return new Response(status, Map.of("Content-Type", contentType), body);
  }

  /** The same with a header more, or another value of it. */
  public Response with(String name, String value) {
    TreeMap<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new Response(status, more, body);
  }

  /** The header of exactly this name; empty when there is none. */
  public String header(String name) {
    return headers.getOrDefault(name, "");
  }
}
