package dev.baton.spring.boot.modulith;

import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.modulith.*} properties: how events that Spring Modulith externalises are sent.
 *
 * @param inOrder the topics whose messages of one key arrive in the order in which their
 *     transactions committed, * for all; those without a key have no order
 */
@ConfigurationProperties("baton.modulith")
public record BatonModulithProperties(@DefaultValue Set<String> inOrder) {
  private static final String ALL = "*";

  public BatonModulithProperties {
    inOrder = Set.copyOf(inOrder);
  }

  boolean isInOrder(String topic) {
    return inOrder.contains(topic) || inOrder.contains(ALL);
  }
}
