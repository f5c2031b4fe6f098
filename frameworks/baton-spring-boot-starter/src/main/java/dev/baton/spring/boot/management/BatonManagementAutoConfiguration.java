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
 * The operators' page and its interface, where {@code baton-management} and Spring MVC are there
 * and an {@link AccessPolicy} bean says who may do what.
 */
@AutoConfiguration(afterName = "dev.baton.spring.boot.BatonAutoConfiguration")
@ConditionalOnClass({Management.class, DispatcherServlet.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(name = "baton.management.enabled", matchIfMissing = true)
@ConditionalOnBean(BatonNode.class)
@EnableConfigurationProperties(BatonManagementProperties.class)
public final class BatonManagementAutoConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(BatonManagementAutoConfiguration.class);

  /** Before the application's controllers: one that takes any path would hide the page. */
  private static final int ORDER = -1;

  /** The application has a bean that says who may do what. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(AccessPolicy.class)
  static class Mounted {

    /** The policy may need the node's own beans, so it is asked for when the node has started. */
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

    /** Whether the application's server listens to this machine alone. */
    private static boolean isOnLoopback(Environment environment) {
      // Read as text: not each environment knows how to make an address of it.
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

  /** The application has none. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(AccessPolicy.class)
  static class Unmounted {

    @Bean
    SmartInitializingSingleton batonManagementLeftOut(BatonManagementProperties properties) {
      return () -> {
        if (Boolean.TRUE.equals(properties.enabled())) {
          throw new BatonSetupException(
              "baton.management.enabled is true, and no bean says who may see and change tasks",
              "Declare an AccessPolicy bean, AccessPolicy.byRoles(...) for instance; there is no"
                  + " default, since everybody who reaches the port would have it. Or leave the"
                  + " property out, and the page isn't mounted");
        }
        LOG.info(
            "Baton's page isn't mounted: there is no AccessPolicy bean that says who may see and"
                + " change tasks");
      };
    }
  }
}
