package dev.baton.local.cassandra;

import dev.baton.local.Command;
import dev.baton.local.FolderLock;
import dev.baton.local.KillableServer;
import dev.baton.local.Patience;
import dev.baton.local.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An Apache Cassandra server on 127.0.0.1 that keeps its data in a folder, without a password. It
 * continues to run when the JVM that started it ends. Safe for use by several threads.
 */
public final class KeptCassandra {
  /**
   * The shell script that starts the server in the background. The shell ends at once. The server
   * ignores the terminal's interrupt and outlives the JVM.
   */
  private static final String BACKGROUND =
      "umask 077; log=$1; pid=$2; shift 2; nohup \"$@\" </dev/null >>\"$log\" 2>&1 &"
          + " echo $! >\"$pid\"";

  private final Path folder;
  private final InetSocketAddress address;

  private KeptCassandra(Path folder, int port) {
    this.folder = folder;
    this.address = address(port);
  }

  /**
   * Returns the server of this folder. Creates it on first use, and starts it if it doesn't run.
   */
  public static KeptCassandra at(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    return FolderLock.holding(
        absolute,
        () -> {
          int port = runningPort(absolute).orElseGet(() -> start(absolute));
          return new KeptCassandra(absolute, port);
        });
  }

  /** Returns the address for clients. */
  public InetSocketAddress address() {
    return address;
  }

  /** Stops the server for all its users. Its data remain. */
  public void stop() {
    FolderLock.holding(
        folder,
        () -> {
          process(folder).ifPresent(ProcessHandle::destroy);
          if (!Patience.until(() -> process(folder).isEmpty())) {
            throw new IllegalStateException("Cassandra in " + folder + " does not stop");
          }
          return address;
        });
  }

  private static int start(Path folder) {
    int port = KillableServer.freePort();
    int storagePort = KillableServer.freePort();
    List<String> words = new ArrayList<>(List.of("sh", "-c", BACKGROUND, "sh"));
    words.add(folder.resolve("server.log").toString());
    words.add(folder.resolve("server.pid").toString());
    try {
      LocalCassandra.writeSettings(
          folder, address(port), storagePort, 0, "127.0.0.1:" + storagePort);
      PrivateFiles.write(folder.resolve("server.port"), String.valueOf(port));
    } catch (IOException e) {
      throw new UncheckedIOException("Can't write the settings into " + folder, e);
    }
    words.addAll(CassandraProgram.command(folder, List.of()));
    Command.mustRun(words);
    Patience.until(() -> CqlProbe.answers(address(port)) || hasEnded(folder));
    return runningPort(folder)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Cassandra does not start; see " + folder.resolve("server.log")));
  }

  /** Returns the port of the running server. Waits for a server that is starting. */
  private static Optional<Integer> runningPort(Path folder) {
    Optional<Integer> port = number(folder.resolve("server.port")).map(Long::intValue);
    if (port.isEmpty()) {
      return port;
    }
    InetSocketAddress address = address(port.get());
    Patience.until(() -> process(folder).isEmpty() || CqlProbe.answers(address));
    return process(folder).isPresent() ? port : Optional.empty();
  }

  private static InetSocketAddress address(int port) {
    return new InetSocketAddress("127.0.0.1", port);
  }

  /** Returns whether the started process has ended. At first it isn't {@code java}, but a shell. */
  private static boolean hasEnded(Path folder) {
    return number(folder.resolve("server.pid"))
        .flatMap(ProcessHandle::of)
        .filter(ProcessHandle::isAlive)
        .isEmpty();
  }

  private static Optional<ProcessHandle> process(Path folder) {
    return number(folder.resolve("server.pid"))
        .filter(pid -> Command.isRunning(pid, "java"))
        .flatMap(ProcessHandle::of);
  }

  private static Optional<Long> number(Path file) {
    try {
      String text = Files.exists(file) ? Files.readString(file).strip() : "";
      return text.matches("[0-9]+") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("Can't read " + file, e);
    }
  }
}
