package dev.baton.examples.spring;

import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Right;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Who may use the dashboard and approve payouts. Everybody may request a payout in this example.
 */
// region security
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication
class Security {
  /** Mounts the dashboard at /baton: support may look and retry, operators may do everything. */
  @Bean
  AccessPolicy accessPolicy() {
    Set<String> support = Set.of("ROLE_SUPPORT", "ROLE_OPERATOR");
    Set<String> operators = Set.of("ROLE_OPERATOR");
    return AccessPolicy.byRoles(
        Map.of(Right.VIEW, support, Right.RETRY, support, Right.CONFIGURE, operators));
  }

  /** The dashboard sends no CSRF token; it is safe without. */
  @Bean
  @Order(1)
  SecurityFilterChain dashboard(HttpSecurity http) throws Exception {
    return http.securityMatcher("/baton", "/baton/**")
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .httpBasic(Customizer.withDefaults())
        .csrf(csrf -> csrf.ignoringRequestMatchers("/baton/api/**"))
        .build();
  }

  @Bean
  @Order(2)
  SecurityFilterChain service(HttpSecurity http) throws Exception {
    return http.authorizeHttpRequests(
            requests ->
                requests
                    .requestMatchers("/payouts/*/approval", "/actuator/baton")
                    .hasRole("OPERATOR")
                    .anyRequest()
                    .permitAll())
        .httpBasic(Customizer.withDefaults())
        .csrf(csrf -> csrf.disable())
        .build();
  }
}
// endregion
