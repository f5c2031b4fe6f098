package dev.baton.spring.management;

import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Right;
import java.util.Map;
import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The code that docs/spring.md shows. */
// region policy
@Configuration
class OperatorsPage {
  @Bean
  AccessPolicy accessPolicy() {
    return AccessPolicy.byRoles(
        Map.of(
            Right.VIEW, Set.of("ROLE_SUPPORT", "ROLE_OPERATOR"),
            Right.RETRY, Set.of("ROLE_SUPPORT", "ROLE_OPERATOR"),
            Right.CONFIGURE, Set.of("ROLE_OPERATOR")));
  }
}
// endregion
