package dev.baton.management.http;

import java.io.InputStream;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP request. Used by one thread.
 *
 * @param method in capitals
 * @param contextPath the path that the host itself is mounted at; empty if none
 * @param path after the context path; percent-encoded as it came
 * @param query after the question mark, as it came; null if none
 * @param headers by their names in lower case
 * @param body read up to the limit; the caller closes it
 * @param host the host's own request, for the principal function; null for none
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

  private static final int LONGEST_PREFIX = 200;

  /**
   * Headers that may occur several times. Other headers have one value, so a repetition is
   * rejected.
   */
  private static final Set<String> LISTS =
      Set.of(
          "accept",
          "accept-charset",
          "accept-encoding",
          "accept-language",
          "cache-control",
          "connection",
          "cookie",
          "forwarded",
          "pragma",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "via",
          "warning",
          "x-forwarded-for",
          "x-forwarded-prefix");

  private static final Pattern PATH = Pattern.compile("(?:/[A-Za-z0-9._~-]+)+");

  /**
   * Returns the headers as a server read them, with several values for a repeated header. Joins the
   * values of a repeated header if the header may contain a list. Rejects other repeated headers,
   * because one value might come from the proxy and the other from its caller.
   *
   * @param names all names of headers
   * @param values all values of the header of this name
   * @throws IllegalArgumentException if a header with a single value is repeated
   */
  public static Map<String, String> headers(
      Collection<String> names, Function<String, Collection<String>> values) {
    TreeMap<String, String> headers = new TreeMap<>();
    for (String name : names) {
      Collection<String> all = values.apply(name);
      String small = name.toLowerCase(Locale.ROOT);
      boolean isTwice = all.size() > 1 || headers.containsKey(small);
      if (isTwice && !LISTS.contains(small)) {
        throw new IllegalArgumentException("A header that can occur only once was repeated");
      }
      headers.merge(small, String.join(", ", all), (one, other) -> one + ", " + other);
    }
    return headers;
  }

  /** Returns the header of this name in any case, or null if it wasn't sent. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the part of the caller's path in front of this path: the prefixes that proxies removed
   * ({@code X-Forwarded-Prefix}, the outermost first) and the context path. A caller who invents a
   * prefix changes only the addresses in their own page. A prefix that isn't safe in a page is
   * ignored.
   */
  public String outerPath() {
    StringBuilder outer = new StringBuilder();
    String prefixes = header("X-Forwarded-Prefix");
    for (String prefix : (prefixes == null ? "" : prefixes).split(",")) {
      String path = prefix.strip().replaceFirst("/$", "");
      if (path.length() <= LONGEST_PREFIX && PATH.matcher(path).matches()) {
        outer.append(path);
      }
    }
    return PATH.matcher(contextPath).matches() ? outer + contextPath : outer.toString();
  }

  /** Returns whether the request changes nothing. */
  public boolean isRead() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
