package dev.baton.examples.spring;

import org.springframework.boot.builder.SpringApplicationBuilder;

/** Runs the application with its own servers, to try it out: {@code ./start}. */
final class TryPayouts {
  private TryPayouts() {}

  /** Arguments are properties, such as {@code --spring.datasource.url=jdbc:postgresql:...}. */
  public static void main(String... arguments) {
    new SpringApplicationBuilder(PayoutsApplication.class)
        .initializers(new LocalServers())
        .run(arguments);
  }
}
