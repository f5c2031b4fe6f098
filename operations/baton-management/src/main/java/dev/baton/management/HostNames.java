package dev.baton.management;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names that the header {@code Host} of a request may have.
 *
 * @param names in lower case, without ports; null for any
 */
record HostNames(@Nullable Set<String> names) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9._-]{1,253}|\\[[0-9a-f:.]{2,45}]");
  private static final Pattern PORT = Pattern.compile(":\\d{0,5}$");
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

  static HostNames any() {
    return new HostNames(null);
  }

  static HostNames of(List<String> names) {
    TreeSet<String> small = new TreeSet<>();
    for (String name : names) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (!NAME.matcher(lower).matches()) {
        throw new IllegalArgumentException(
            "A host name must look like ops.acme.example, 10.0.0.7 or [fe80::1], without a port; '"
                + name
                + "' doesn't");
      }
      small.add(lower);
    }
    return new HostNames(small);
  }

  /**
   * Returns these names and the names of this machine. If any name was allowed, returns only this
   * machine's.
   */
  HostNames andLoopback() {
    TreeSet<String> all = new TreeSet<>(LOOPBACK);
    if (names != null) {
      all.addAll(names);
    }
    return new HostNames(all);
  }

  /** Returns whether a request with this header is allowed. */
  boolean allow(@Nullable String header) {
    if (names == null) {
      return true;
    }
    return header != null
        && names.contains(PORT.matcher(header.toLowerCase(Locale.ROOT)).replaceFirst(""));
  }
}
