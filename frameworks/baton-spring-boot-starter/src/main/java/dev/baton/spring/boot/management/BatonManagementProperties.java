package dev.baton.spring.boot.management;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.management.*} properties.
 *
 * @param enabled whether the operators' page and its interface are mounted; by default where there
 *     is an AccessPolicy bean, and true without one is refused
 * @param prefix where they are mounted, below the application's context path
 * @param hosts the names by which the page is reached, as the Host header has them, without a port;
 *     any by default. Requests that name another are refused
 */
@ConfigurationProperties("baton.management")
public record BatonManagementProperties(
    @Nullable Boolean enabled, @DefaultValue("/baton") String prefix, List<String> hosts) {

  public BatonManagementProperties {
    hosts = hosts == null ? List.of() : List.copyOf(hosts);
  }
}
