package dev.baton.management.access;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who asks, as the host has made sure of. Immutable.
 *
 * @param name what the audit calls them; 1–200 characters, none of them a control character
 * @param roles words of the host's own, for its {@link AccessPolicy}
 */
public record Principal(String name, Set<String> roles) {
  private static final int LONGEST = 200;

  public Principal {
    if (name.isBlank() || name.length() > LONGEST) {
      throw new IllegalArgumentException(
          "A principal's name has 1-" + LONGEST + " characters; this one has " + name.length());
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("A principal's name has no control characters");
    }
    roles = Collections.unmodifiableSet(new TreeSet<>(roles));
  }

  /** A user with these roles. */
  public static Principal of(String name, String... roles) {
    return new Principal(name, new TreeSet<>(List.of(roles)));
  }

  public boolean hasRole(String role) {
    return roles.contains(role);
  }
}
