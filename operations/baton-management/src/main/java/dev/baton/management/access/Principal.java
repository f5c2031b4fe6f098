package dev.baton.management.access;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The user who sent a request, as the host has authenticated them. Immutable.
 *
 * @param name the name for the audit; 1–200 characters, none of them a control character
 * @param roles the host's own role names, for its {@link AccessPolicy}
 */
public record Principal(String name, Set<String> roles) {
  private static final int LONGEST = 200;

  public Principal {
    if (name.isBlank() || name.length() > LONGEST) {
      throw new IllegalArgumentException(
          "A principal's name must have 1-" + LONGEST + " characters, not " + name.length());
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("A principal's name must not contain control characters");
    }
    roles = Collections.unmodifiableSet(new TreeSet<>(roles));
  }

  /** Returns a user with these roles. */
  public static Principal of(String name, String... roles) {
    return new Principal(name, new TreeSet<>(List.of(roles)));
  }

  public boolean hasRole(String role) {
    return roles.contains(role);
  }
}
