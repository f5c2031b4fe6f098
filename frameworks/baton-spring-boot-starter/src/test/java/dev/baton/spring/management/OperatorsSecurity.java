package dev.baton.spring.management;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** The code that docs/spring.md shows. */
// region security
@Configuration
class OperatorsSecurity {
  @Bean
  @Order(1)
  SecurityFilterChain operatorsChain(HttpSecurity http) {
    return http.securityMatcher("/baton", "/baton/**")
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .httpBasic(Customizer.withDefaults())
        .csrf(csrf -> csrf.ignoringRequestMatchers("/baton/api/**"))
        .build();
  }
}
// endregion
