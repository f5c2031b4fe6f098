package dev.baton.benchmarks.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The processes of all contenders. A process that has ended its trial in order waits for the next
 * trial of its contender, and the process that ended last is used first. So the measured code is
 * compiled, as in a service that has run for a while. Not thread-safe.
 */
public final class WarmNodes implements AutoCloseable {
  private final Map<Entrant, Deque<Node>> resting = new HashMap<>();
  private final Path logs;
  private int started;

  public WarmNodes() throws IOException {
    logs = Files.createTempDirectory("baton-bench-logs");
  }

  /** Returns a waiting process, or else a new one. */
  Node take(Entrant entrant, boolean inThisJvm) throws IOException {
    Node rested = resting.computeIfAbsent(entrant, any -> new ArrayDeque<>()).poll();
    return rested == null ? start(entrant, inThisJvm) : rested;
  }

  /** Starts a new process. */
  Node start(Entrant entrant, boolean inThisJvm) throws IOException {
    String name = entrant.name() + "-" + ++started;
    Path log = logs.resolve(name + ".log");
    log.toFile().deleteOnExit();
    Host host = inThisJvm ? SameJvm.start() : ChildJvm.start(entrant.classPath(), log);
    return Node.start(name, host, log);
  }

  /** Takes back a process whose contender has been stopped. */
  void rest(Entrant entrant, Node node) {
    resting.computeIfAbsent(entrant, any -> new ArrayDeque<>()).push(node);
  }

  @Override
  public void close() throws InterruptedException, IOException {
    for (Deque<Node> nodes : resting.values()) {
      for (Node node : nodes) {
        node.close();
      }
    }
    try (var files = Files.list(logs)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(logs);
  }
}
