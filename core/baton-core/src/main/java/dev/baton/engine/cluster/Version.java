package dev.baton.engine.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Baton. The build writes it to a file. */
public final class Version {
  private static final String FILE = "version.properties";

  private Version() {}

  /** Returns the version, for example {@code 1.4.0}. */
  public static String current() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(FILE)) {
      if (in == null) {
        return "unknown";
      }
      properties.load(in);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    return properties.getProperty("version", "unknown");
  }
}
