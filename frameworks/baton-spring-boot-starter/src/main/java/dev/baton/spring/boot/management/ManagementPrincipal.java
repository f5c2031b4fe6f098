package dev.baton.spring.boot.management;

import dev.baton.management.access.Principal;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Tells whose request it is. A bean of this class takes the place of the starter's own, which
 * believes {@link HttpServletRequest#getUserPrincipal()}. Called by many threads at once.
 */
@FunctionalInterface
public interface ManagementPrincipal {

  /** Who asks; null when that isn't known, which is answered with 401. */
  @Nullable Principal of(HttpServletRequest request);
}
