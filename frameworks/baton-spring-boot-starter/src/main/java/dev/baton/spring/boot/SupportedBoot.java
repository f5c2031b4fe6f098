package dev.baton.spring.boot;

import dev.baton.spring.error.BatonSetupException;
import org.springframework.boot.SpringBootVersion;
import org.springframework.util.ClassUtils;

/** Refuses versions of Spring Boot that Baton isn't tested with, before anything fails half-way. */
final class SupportedBoot {
  private static final String STARTER_3 = "dev.baton.spring.boot3.BatonHealthAutoConfiguration";

  private SupportedBoot() {}

  static void check() {
    check(
        SpringBootVersion.getVersion(),
        ClassUtils.isPresent(STARTER_3, SupportedBoot.class.getClassLoader()));
  }

  /**
   * Verifies that the versions match.
   *
   * @param version such as 4.1.1
   * @param hasStarter3 whether {@code baton-spring-boot-3-starter} is on the class path
   */
  static void check(String version, boolean hasStarter3) {
    String[] parts = version.split("\\D");
    int major = Integer.parseInt(parts[0]);
    int minor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
    if (major > 4 || major < 3 || (major == 3 && minor < 5)) {
      throw new BatonSetupException(
          "Baton works with Spring Boot 3.5 and 4, but this is " + version,
          major > 4
              ? "Use a newer version of Baton, or Spring Boot 4"
              : "Update Spring Boot to 3.5 or later");
    }
    if ((major == 3) != hasStarter3) {
      throw new BatonSetupException(
          "This is Spring Boot "
              + version
              + ", but Baton's starter on the class path is for Spring Boot "
              + (hasStarter3 ? "3" : "4"),
          "Depend on baton-spring-boot-" + (major == 3 ? "3-starter" : "starter") + " instead");
    }
  }
}
