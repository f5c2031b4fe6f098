package dev.baton.quarkus.runtime;

import io.smallrye.common.expression.Expression;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** Replaces <code>${...}</code> by configured values. */
final class ConfigTexts {
  private ConfigTexts() {}

  static String resolved(String text) {
    Config config = ConfigProvider.getConfig();
    return Expression.compile(text, Expression.Flag.LENIENT_SYNTAX)
        .evaluate(
            (context, builder) -> {
              Optional<String> value = config.getOptionalValue(context.getKey(), String.class);
              if (value.isPresent()) {
                builder.append(value.get());
              } else if (context.hasDefault()) {
                context.expandDefault();
              } else {
                throw new NoSuchElementException(
                    "The configuration has no " + context.getKey() + ", which " + text + " uses");
              }
            });
  }
}
