package dev.baton.spring.boot.management;

import dev.baton.management.access.Principal;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Returns the user who sent a request. A bean of this class replaces the starter's own, which
 * trusts {@link HttpServletRequest#getUserPrincipal()}. Called by many threads at once.
 */
@FunctionalInterface
public interface ManagementPrincipal {

  /** Returns the user, or null for an unknown one, which results in a 401 response. */
  @Nullable Principal of(HttpServletRequest request);
}
