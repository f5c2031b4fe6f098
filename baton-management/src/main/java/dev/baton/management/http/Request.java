package dev.baton.management.http;

import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was asked, as it came over HTTP. Used by one thread.
 *
 * @param method in capitals
 * @param contextPath what stands before the path where the host is itself mounted somewhere; empty
 *     otherwise
 * @param path after the context path; percent-encoded as it came
 * @param query after the question mark, as it came; null when there is none
 * @param headers by their names in small letters; of several of one name, the first
 * @param body read as far as it may go; the caller closes it
 * @param host the host's own request, for the function that knows whose it is; null for none
 */
public record Request(
    String method,
    String contextPath,
    String path,
    @Nullable String query,
    Map<String, String> headers,
    InputStream body,
    @Nullable Object host) {

  public Request {
    TreeMap<String, String> small = new TreeMap<>();
    headers.forEach((name, value) -> small.putIfAbsent(name.toLowerCase(Locale.ROOT), value));
    headers = java.util.Collections.unmodifiableMap(small);
  }

  /** The header of this name, in whatever letters; null when it wasn't sent. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /** Whether it asks for nothing to change. */
  public boolean isRead() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
