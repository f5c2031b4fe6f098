package dev.baton.spring.boot.management;

import dev.baton.management.access.Principal;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.util.ClassUtils;

/**
 * Trusts the user that the servlet container or Spring Security has set in the request.
 * Thread-safe.
 */
final class SignedIn implements ManagementPrincipal {
  private static final boolean HAS_SECURITY =
      ClassUtils.isPresent(
          "org.springframework.security.core.Authentication", SignedIn.class.getClassLoader());

  @Override
  public @Nullable Principal of(HttpServletRequest request) {
    java.security.Principal user = request.getUserPrincipal();
    if (user == null) {
      return null;
    }
    return HAS_SECURITY ? BySecurity.principal(user) : new Principal(user.getName(), Set.of());
  }

  /** A separate class, because it can't be loaded without Spring Security. */
  private static final class BySecurity {
    private BySecurity() {}

    static @Nullable Principal principal(java.security.Principal user) {
      if (!(user instanceof Authentication authentication)) {
        return new Principal(user.getName(), Set.of());
      }
      if (!authentication.isAuthenticated()) {
        return null;
      }
      TreeSet<String> roles = new TreeSet<>();
      for (GrantedAuthority granted : authentication.getAuthorities()) {
        String role = granted.getAuthority();
        if (role != null) {
          roles.add(role);
        }
      }
      return new Principal(authentication.getName(), roles);
    }
  }
}
