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
 * What was asked, as it came over HTTP. Used by one thread.
 *
 * @param method in capitals
 * @param contextPath what stands before the path where the host is itself mounted somewhere; empty
 *     otherwise
 * @param path after the context path; percent-encoded as it came
 * @param query after the question mark, as it came; null when there is none
 * @param headers by their names in small letters
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

  private static final int LONGEST_PREFIX = 200;

  /** Headers that may come several times; the others say one thing, and so are refused. */
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
   * Headers as a server read them, where one that came twice has two values. Those that may be
   * lists are joined. Of any other one might be the proxy's and the other its caller's own.
   *
   * @param names all names of headers
   * @param values all values of the header of this name
   * @throws IllegalArgumentException when a header that says one thing came several times
   */
  public static Map<String, String> headers(
      Collection<String> names, Function<String, Collection<String>> values) {
    TreeMap<String, String> headers = new TreeMap<>();
    for (String name : names) {
      Collection<String> all = values.apply(name);
      String small = name.toLowerCase(Locale.ROOT);
      boolean isTwice = all.size() > 1 || headers.containsKey(small);
      if (isTwice && !LISTS.contains(small)) {
        throw new IllegalArgumentException("A header came several times that may come once only");
      }
      headers.merge(small, String.join(", ", all), (one, other) -> one + ", " + other);
    }
    return headers;
  }

  /** The header of this name, in whatever letters; null when it wasn't sent. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /**
   * What its caller's path has before this one's: what proxies took away ({@code
   * X-Forwarded-Prefix}, the outermost first) and the context path. A caller who makes it up
   * changes the addresses in his own page alone; what can't stand in one as it is counts as
   * nothing.
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

  /** Whether it asks for nothing to change. */
  public boolean isRead() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
