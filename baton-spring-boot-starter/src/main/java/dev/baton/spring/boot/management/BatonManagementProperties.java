package dev.baton.spring.boot.management;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@code baton.management.*} properties.
 *
 * @param enabled whether the operators' page and its interface are mounted; by default where there
 *     is an AccessPolicy bean, and true without one is refused
 * @param prefix where they are mounted, below the application's context path
 */
@ConfigurationProperties("baton.management")
public record BatonManagementProperties(
    @Nullable Boolean enabled, @DefaultValue("/baton") String prefix) {}
