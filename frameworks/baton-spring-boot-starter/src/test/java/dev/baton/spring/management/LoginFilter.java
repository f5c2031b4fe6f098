package dev.baton.spring.management;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.security.Principal;
import java.util.Arrays;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * Reads the user from a header such as name:authority,authority. Without a colon it is only a name.
 */
final class LoginFilter implements Filter {
  static final String HEADER = "X-Test-Login";

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest asked = (HttpServletRequest) request;
    String login = asked.getHeader(HEADER);
    Principal user = login == null ? null : user(login);
    chain.doFilter(
        new HttpServletRequestWrapper(asked) {
          @Override
          public Principal getUserPrincipal() {
            return user;
          }
        },
        response);
  }

  private static Principal user(String login) {
    String[] parts = login.split(":");
    if (parts.length == 1) {
      return () -> login;
    }
    return UsernamePasswordAuthenticationToken.authenticated(
        parts[0],
        null,
        Arrays.stream(parts[1].split(",")).map(SimpleGrantedAuthority::new).toList());
  }
}
