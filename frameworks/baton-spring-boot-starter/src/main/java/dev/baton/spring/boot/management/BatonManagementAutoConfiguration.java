package dev.baton.spring.boot.management;

import dev.baton.Baton;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.access.Redaction;
import dev.baton.management.http.Extension;
import dev.baton.management.http.Request;
import dev.baton.spring.BatonNode;
import dev.baton.spring.error.BatonSetupException;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/**
 * Mounts the operators' page and its interface, if {@code baton-management} and Spring MVC are on
 * the class path and an {@link AccessPolicy} bean decides who may do what.
 */
@AutoConfiguration(afterName = "dev.baton.spring.boot.BatonAutoConfiguration")
@ConditionalOnClass({Management.class, DispatcherServlet.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(name = "baton.management.enabled", matchIfMissing = true)
@ConditionalOnBean(BatonNode.class)
@EnableConfigurationProperties(BatonManagementProperties.class)
public final class BatonManagementAutoConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(BatonManagementAutoConfiguration.class);

  /**
   * Order before the application's controllers. Otherwise a controller for any path would hide the
   * page.
   */
  private static final int ORDER = -1;

  /** Mounts the page for an application with an access policy. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(AccessPolicy.class)
  static class Mounted {

    /**
     * Gets the policy when the node has started, because the policy may need the node's own beans.
     */
    @Bean
    @ConditionalOnMissingBean
    ManagementMount batonManagementMount(
        BatonManagementProperties properties,
        Environment environment,
        ObjectProvider<AccessPolicy> policy,
        ObjectProvider<ManagementPrincipal> principals,
        ObjectProvider<Redaction> redaction,
        ObjectProvider<Extension> extensions) {
      return new ManagementMount(
          baton ->
              management(
                  baton,
                  properties,
                  isOnLoopback(environment),
                  policy.getObject(),
                  principals.getIfAvailable(SignedIn::new),
                  redaction.getIfAvailable(Redaction::standard),
                  extensions.orderedStream().toList()));
    }

    @Bean
    @ConditionalOnMissingBean(name = "batonManagementMapping")
    SimpleUrlHandlerMapping batonManagementMapping(
        BatonManagementProperties properties, ManagementMount mount) {
      return new SimpleUrlHandlerMapping(Map.of(properties.prefix() + "/**", mount), ORDER);
    }

    private static Management management(
        Baton baton,
        BatonManagementProperties properties,
        boolean isOnLoopback,
        AccessPolicy policy,
        ManagementPrincipal principals,
        Redaction redaction,
        List<Extension> extensions) {
      Management.Builder builder =
          Management.of(baton)
              .accessPolicy(policy)
              .principal(request -> principal(principals, request))
              .redaction(redaction)
              .prefix(properties.prefix());
      extensions.forEach(builder::extension);
      if (isOnLoopback) {
        builder.onLoopback();
      }
      List<String> hosts = properties.hosts();
      return (hosts.isEmpty() ? builder : builder.hosts(hosts.toArray(String[]::new))).build();
    }

    /** Returns whether the application's server is reachable only from this machine. */
    private static boolean isOnLoopback(Environment environment) {
      // Read the address as text, because not every environment can convert it.
      @Nullable String address = environment.getProperty("server.address");
      try {
        return address != null
            && !address.isBlank()
            && InetAddress.getByName(address).isLoopbackAddress();
      } catch (UnknownHostException unknown) {
        return false;
      }
    }

    private static @Nullable Principal principal(ManagementPrincipal principals, Request request) {
      return request.host() instanceof HttpServletRequest servlet ? principals.of(servlet) : null;
    }
  }

  /** Handles an application without an access policy. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(AccessPolicy.class)
  static class Unmounted {

    @Bean
    SmartInitializingSingleton batonManagementLeftOut(BatonManagementProperties properties) {
      return () -> {
        if (Boolean.TRUE.equals(properties.enabled())) {
          throw new BatonSetupException(
              "baton.management.enabled is true, but no bean decides who may see and change tasks",
              "Declare an AccessPolicy bean, for example AccessPolicy.byRoles(...). There is no"
                  + " default, because anyone who reaches the port would have these rights. Or"
                  + " remove the property; then the page isn't mounted");
        }
        LOG.info(
            "Baton's page isn't mounted: no AccessPolicy bean decides who may see and"
                + " change tasks");
      };
    }
  }
}
