package dev.baton.management.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Installs Debian's Chromium and its driver if they are missing. */
final class Installation {
  private static final List<String> BROWSERS =
      List.of("/usr/bin/chromium", "/usr/bin/google-chrome");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final long PATIENCE_MINUTES = 5;

  /** {@code -Dbaton.browser=required} makes a missing browser a failure. */
  private static final boolean REQUIRED =
      "required".equals(System.getProperty("baton.browser", ""));

  private Installation() {}

  static Path driver() {
    return DRIVER;
  }

  /** Returns the browser. Without a browser, the tests that need it are skipped with a reason. */
  static Path browser() {
    if (found().isEmpty() && canInstall()) {
      // The package lists may already exist, and a download takes longer.
      boolean installed = apt("install") || (apt("update") && apt("install"));
      System.out.println(
          installed ? "Chromium was installed" : "apt-get couldn't install Chromium");
    }
    Optional<Path> browser = found();
    if (browser.isEmpty() && REQUIRED) {
      throw new IllegalStateException(missing());
    }
    Assumptions.assumeTrue(browser.isPresent(), Installation::missing);
    return browser.orElseThrow();
  }

  private static Optional<Path> found() {
    return BROWSERS.stream()
        .map(Path::of)
        .filter(browser -> Files.isExecutable(browser) && Files.isExecutable(DRIVER))
        .findFirst();
  }

  private static boolean canInstall() {
    return "root".equals(System.getProperty("user.name"))
        && Files.isExecutable(Path.of("/usr/bin/apt-get"));
  }

  private static String missing() {
    return "The page isn't tested in a browser; missing: "
        + String.join(" or ", BROWSERS)
        + " with "
        + DRIVER
        + ". On Debian: apt-get install chromium chromium-driver";
  }

  private static boolean apt(String what) {
    List<String> command =
        what.equals("update")
            ? List.of("apt-get", "update")
            : List.of(
                "apt-get",
                "install",
                "-y",
                "--no-install-recommends",
                "chromium",
                "chromium-driver");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
    try {
      Process process = builder.start();
      if (process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        return process.exitValue() == 0;
      }
      process.destroyForcibly();
      return false;
    } catch (IOException broken) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
