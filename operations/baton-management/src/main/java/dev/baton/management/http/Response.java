package dev.baton.management.http;

import dev.baton.task.Bytes;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * An HTTP response. Immutable.
 *
 * @param headers by their names, without Content-Length
 */
public record Response(int status, Map<String, String> headers, Bytes body) {
  public Response {
    headers = Collections.unmodifiableMap(new TreeMap<>(headers));
  }

  /** Returns a response with a body of this content type. */
  public static Response of(int status, String contentType, Bytes body) {
    return new Response(status, Map.of("Content-Type", contentType), body);
  }

  /** Returns the response with this header added or replaced. */
  public Response with(String name, String value) {
    TreeMap<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new Response(status, more, body);
  }

  /** Returns the header of exactly this name, or an empty text if it is missing. */
  public String header(String name) {
    return headers.getOrDefault(name, "");
  }
}
