package dev.baton.spring.boot.modulith;

import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.modulith.*} properties for events that Spring Modulith externalizes.
 *
 * @param inOrder topics, or * for all, whose messages with the same key arrive in commit order;
 *     messages without a key have no order
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
