package dev.baton.spring.boot.management;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.management.*} properties.
 *
 * @param enabled whether the operators' page and its interface are mounted; by default if an
 *     AccessPolicy bean exists; true without such a bean is refused
 * @param prefix path of the page, below the application's context path
 * @param hosts the names by which users reach the page, as in the Host header, without a port; any
 *     by default. Requests with another name are refused
 */
@ConfigurationProperties("baton.management")
public record BatonManagementProperties(
    @Nullable Boolean enabled, @DefaultValue("/baton") String prefix, List<String> hosts) {

  public BatonManagementProperties {
    hosts = hosts == null ? List.of() : List.copyOf(hosts);
  }
}
