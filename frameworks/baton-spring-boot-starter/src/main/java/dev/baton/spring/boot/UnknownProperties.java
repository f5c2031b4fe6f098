package dev.baton.spring.boot;

import dev.baton.task.internal.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.util.ClassUtils;

/**
 * Warns of properties that begin with {@code baton.} but that no class reads, because their names
 * are probably misspelt. Environment variables are left out, because their names are ambiguous.
 */
final class UnknownProperties {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownProperties.class);
  private static final String PREFIX = "baton.";

  /** The files that list the properties of each library and of the application. */
  private static final String METADATA = "META-INF/spring-configuration-metadata.json";

  private static final Pattern NAME = Pattern.compile("\"name\":\\s*\"(baton\\.[a-z0-9.-]+)\"");
  private static final int MOST_TYPOS = 3;

  private UnknownProperties() {}

  static void warn(Environment environment) {
    if (!(environment instanceof ConfigurableEnvironment configurable)) {
      return;
    }
    // Reading the list takes long, and many applications set no property of Baton.
    Collection<String> known = null;
    for (PropertySource<?> source : configurable.getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> enumerable) {
        for (String name : enumerable.getPropertyNames()) {
          if (name.startsWith(PREFIX)) {
            known = known == null ? known() : known;
            if (!known.isEmpty() && !isKnown(name, known)) {
              warn(name, source.getName(), known);
            }
          }
        }
      }
    }
  }

  private static void warn(String name, String source, Collection<String> known) {
    Optional<String> nearest = nearest(name, known);
    LOG.warn(
        "Baton has no property {} ({}), so Baton ignores it. {}",
        Texts.line(name),
        Texts.line(source),
        nearest
            .map(other -> "Did you mean " + other + "?")
            .orElse("docs/configuration.md lists all properties"));
  }

  private static boolean isKnown(String name, Collection<String> known) {
    String bare = bare(name);
    return known.stream()
        .map(UnknownProperties::bare)
        .anyMatch(
            one -> bare.equals(one) || bare.startsWith(one + ".") || bare.startsWith(one + "["));
  }

  /** Returns the name of a property without the characters that Spring ignores. */
  private static String bare(String name) {
    return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
  }

  private static Optional<String> nearest(String name, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(one -> typos(bare(name), bare(one))))
        .filter(best -> typos(bare(name), bare(best)) <= MOST_TYPOS);
  }

  /** Returns how many characters must be inserted, removed or replaced (Levenshtein distance). */
  private static int typos(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }

  /** Returns the known properties; empty if this application doesn't contain their list. */
  private static Collection<String> known() {
    TreeSet<String> known = new TreeSet<>();
    ClassLoader loader = Objects.requireNonNull(ClassUtils.getDefaultClassLoader());
    try {
      for (URL file : Collections.list(loader.getResources(METADATA))) {
        try (InputStream in = file.openStream()) {
          String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
          // The file lists groups, properties and hints.
          String properties =
              all.replaceFirst("(?s)^.*?\"properties\":", "").split("\"hints\":")[0];
          NAME.matcher(properties).results().forEach(found -> known.add(found.group(1)));
        }
      }
    } catch (IOException unreadable) {
      LOG.debug("Could not read the names of properties", unreadable);
    }
    return known;
  }
}
