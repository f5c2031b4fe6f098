package dev.baton.local.cassandra;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The command that runs a Cassandra server on a folder: the Java program, its flags, and the class
 * path that the build stored in the jar {@code cassandra-server}.
 */
final class CassandraProgram {
  private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";
  private static final String CLASS_PATH = "/cassandra-server.classpath";

  /**
   * The Java version to use. Cassandra 5.0 needs a security manager, which newer versions removed.
   */
  private static final int JAVA = 17;

  /** The packages to open for Cassandra, as in its jvm17-server.options. */
  private static final List<String> OPENED =
      List.of(
          "exports=java.base/jdk.internal.misc",
          "exports=java.base/jdk.internal.ref",
          "exports=java.base/sun.nio.ch",
          "exports=java.management.rmi/com.sun.jmx.remote.internal.rmi",
          "exports=java.rmi/sun.rmi.registry",
          "exports=java.rmi/sun.rmi.server",
          "exports=java.sql/java.sql",
          "opens=java.base/java.io",
          "opens=java.base/java.lang",
          "opens=java.base/java.lang.module",
          "opens=java.base/java.lang.reflect",
          "opens=java.base/java.net",
          "opens=java.base/java.nio",
          "opens=java.base/java.util",
          "opens=java.base/java.util.concurrent",
          "opens=java.base/java.util.concurrent.atomic",
          "opens=java.base/jdk.internal.loader",
          "opens=java.base/jdk.internal.math",
          "opens=java.base/jdk.internal.module",
          "opens=java.base/jdk.internal.ref",
          "opens=java.base/jdk.internal.reflect",
          "opens=java.base/jdk.internal.util.jar",
          "opens=java.base/sun.nio.ch",
          "opens=java.rmi/sun.rmi.transport.tcp",
          "opens=jdk.management/com.sun.management.internal");

  private CassandraProgram() {}

  /** Returns why no server can run here. Empty if one can. */
  static Optional<String> obstacle() {
    return java().isPresent()
        ? Optional.empty()
        : Optional.of(
            "Cassandra 5.0 needs Java 17, and this JVM is "
                + Runtime.version().feature()
                + ": set JAVA17_HOME to a Java 17");
  }

  /**
   * Returns the command that runs the server in the foreground on the settings in this folder.
   * Further options come last.
   */
  static List<String> command(Path folder, List<String> options) {
    Path java = java().orElseThrow(() -> new IllegalStateException(obstacle().orElseThrow()));
    List<String> words = new ArrayList<>(List.of(java.toString()));
    OPENED.forEach(opened -> words.add("--add-" + opened + "=ALL-UNNAMED"));
    // Cassandra locks its initial memory, which touches all of it.
    words.addAll(List.of("-Xms64m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.add("-XX:+ExitOnOutOfMemoryError");
    words.add("-Djava.io.tmpdir=" + folder);
    words.add("-Dlogback.configurationFile=" + folder.resolve("logback.xml"));
    words.add("-Dio.netty.tryReflectionSetAccessible=true");
    words.add("-Dcassandra-foreground=yes");
    words.add("-Dcassandra.config=" + folder.resolve("cassandra.yaml").toUri());
    words.add("-Dcassandra.storagedir=" + folder.resolve("data"));
    words.add("-Dcassandra.skip_wait_for_gossip_to_settle=0");
    words.add("-Dcassandra.ring_delay_ms=100");
    words.add("-Dcassandra.superuser_setup_delay_ms=0");
    words.add("-Dcassandra.clock=dev.baton.local.server.ShiftedClock");
    words.add("-Dbaton.clock=" + clock(folder));
    words.addAll(options);
    words.addAll(List.of("-cp", ownClasses() + File.pathSeparator + classPath(), MAIN));
    return words;
  }

  /** Returns the file with the number of milliseconds by which the server's clock is wrong. */
  static Path clock(Path folder) {
    return folder.resolve("clock");
  }

  /** Returns the jar of the module cassandra-server, or its folder of classes. */
  private static String ownClasses() {
    URL found = CassandraProgram.class.getResource(CLASS_PATH);
    if (found == null) {
      throw new IllegalStateException(
          "No Cassandra server: the module cassandra-server wasn't built by Maven");
    }
    String place = found.getPath();
    String jar = place.substring(0, place.length() - CLASS_PATH.length()).replaceFirst("!$", "");
    return Path.of(URI.create(jar.startsWith("file:") ? jar : "file:" + jar)).toString();
  }

  private static String classPath() {
    try (InputStream in = CassandraProgram.class.getResourceAsStream(CLASS_PATH)) {
      if (in == null) {
        throw new IllegalStateException(
            "No Cassandra server: the module cassandra-server wasn't built by Maven");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      for (String jar : text.split(File.pathSeparator, -1)) {
        if (!Files.exists(Path.of(jar))) {
          throw new IllegalStateException(
              "The jars of the Cassandra server have moved: "
                  + jar
                  + " is missing; build the module cassandra-server again");
        }
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> java() {
    if (Runtime.version().feature() == JAVA) {
      return Optional.of(Path.of(System.getProperty("java.home"), "bin", "java"));
    }
    return Stream.concat(
            Stream.of("JAVA17_HOME", "JAVA_HOME_17_X64", "JAVA_HOME_17_ARM64")
                .map(System::getenv)
                .filter(CassandraProgram::isSet)
                .map(Path::of),
            Stream.of("/usr/lib/jvm", "/Library/Java/JavaVirtualMachines")
                .map(Path::of)
                .flatMap(CassandraProgram::homesOf17))
        .map(home -> home.resolve("bin").resolve("java"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static boolean isSet(@Nullable String value) {
    return value != null && !value.isBlank();
  }

  private static Stream<Path> homesOf17(Path folder) {
    String[] names = folder.toFile().list();
    return names == null
        ? Stream.empty()
        : Arrays.stream(names)
            .filter(name -> name.contains("17"))
            .sorted()
            .map(folder::resolve)
            .flatMap(home -> Stream.of(home, home.resolve("Contents/Home")));
  }
}
