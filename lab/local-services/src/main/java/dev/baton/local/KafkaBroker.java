package dev.baton.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * The process of a {@link LocalKafka}. It formats a new data folder and then runs the broker. One
 * JVM does both, since starting a JVM takes longer than formatting.
 */
final class KafkaBroker {
  private static final String CLUSTER = "MkU3OEVBNTcwNTJENDM2Qg";

  private KafkaBroker() {}

  /** Starts the broker. The argument is the file with the broker's settings. */
  public static void main(String[] args) throws IOException {
    Path settings = Path.of(args[0]);
    if (!Files.exists(data(settings).resolve("meta.properties"))) {
      String[] words = {"format", "--cluster-id", CLUSTER, "--config", settings.toString()};
      int code = StorageTool.execute(words, System.out);
      if (code != 0) {
        System.exit(code);
      }
    }
    Kafka.main(new String[] {settings.toString()});
  }

  private static Path data(Path settings) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(settings)) {
      properties.load(in);
    }
    return Path.of(properties.getProperty("log.dirs"));
  }
}
