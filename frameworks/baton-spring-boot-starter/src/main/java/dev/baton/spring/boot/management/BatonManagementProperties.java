package dev.baton.spring.boot.management;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.management.*} properties.
 *
 * @param enabled whether to mount the dashboard and its REST interface; by default, they are
 *     mounted if an AccessPolicy bean exists; without this bean, the value true is an error
 * @param prefix path of the page, below the application's context path
 * @param hosts host names by which users reach the page, without a port; any by default. Requests
 *     with another name in the Host header are refused
 */
@ConfigurationProperties("baton.management")
public record BatonManagementProperties(
    @Nullable Boolean enabled, @DefaultValue("/baton") String prefix, List<String> hosts) {

  public BatonManagementProperties {
    hosts = hosts == null ? List.of() : List.copyOf(hosts);
  }
}
