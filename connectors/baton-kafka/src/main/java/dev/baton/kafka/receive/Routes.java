package dev.baton.kafka.receive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The topics to read, at which sites, and how their messages are processed. Immutable. */
final class Routes {
  private final Map<String, Route> byName = new LinkedHashMap<>();
  private final Map<String, List<Route>> byTopic = new HashMap<>();
  private final Pattern pattern;

  /**
   * @param prefixes the prefixes of the sites; the empty one is this site
   * @throws IllegalArgumentException if two routes have the same name, or if there are none
   */
  Routes(Collection<Route> routes, Collection<String> prefixes) {
    if (routes.isEmpty()) {
      throw new IllegalArgumentException(
          "The receiver has no topic to read: call tasks(...) or handle(...)");
    }
    for (Route route : routes) {
      if (byName.put(route.name(), route) != null) {
        throw new IllegalArgumentException(
            "Two routes have the name " + route.name() + ": give each its own");
      }
      for (String prefix : prefixes) {
        byTopic.computeIfAbsent(prefix + route.topic(), t -> new ArrayList<>()).add(route);
      }
    }
    pattern =
        Pattern.compile(
            byTopic.keySet().stream()
                .sorted()
                .map(Pattern::quote)
                .collect(Collectors.joining("|")));
  }

  /** Returns a pattern of the topics to read; missing topics are read once they exist. */
  Pattern pattern() {
    return pattern;
  }

  List<Route> of(String topic) {
    return byTopic.getOrDefault(topic, List.of());
  }

  Optional<Route> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }
}
