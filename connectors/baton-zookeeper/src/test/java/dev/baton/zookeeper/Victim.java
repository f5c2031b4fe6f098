package dev.baton.zookeeper;

import dev.baton.limit.internal.GrantedSlot;
import dev.baton.spi.Leadership;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;

/**
 * A JVM that takes a lead or all permits of a limit, reports it, and then waits for the test to
 * kill it.
 */
final class Victim implements AutoCloseable {
  private static final String DONE = "holds it since ";

  private final Process process;
  private final long sinceNanos;

  private Victim(Process process, long sinceNanos) {
    this.process = process;
    this.sinceNanos = sinceNanos;
  }

  /**
   * Runs the process. Arguments: what to take, the address, the session timeout in ms, the path or
   * name.
   */
  public static void main(String[] args) throws Exception {
    Clients clients = new Clients(args[1], Duration.ofMillis(Long.parseLong(args[2])));
    CuratorFramework client = clients.connected();
    long before = System.nanoTime();
    if (args[0].equals("LEAD")) {
      Leadership leadership = new PatientLeadership(ZooKeeperLeadership.on(client, args[3]));
      if (leadership.lead("sweep", UUID.randomUUID()).isEmpty()) {
        throw new IllegalStateException("Another leads");
      }
    } else {
      ZooKeeperLimit limit = ZooKeeperLimit.ensemble(client, args[3], 4);
      for (int i = 0; i < 4; i++) {
        Waiting.until(
            "there is a permit", () -> limit.book(Some.candidate()) instanceof GrantedSlot);
      }
    }
    System.out.println(DONE + before);
    System.out.flush();
    System.in.read();
  }

  /** Starts a process and waits until it has the lead or the permits. */
  static Victim holding(String what, String address, Duration session, String where)
      throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                what,
                address,
                String.valueOf(session.toMillis()),
                where)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = reader.readLine();
    while (line != null && !line.startsWith(DONE)) {
      line = reader.readLine();
    }
    if (line == null) {
      throw new IOException("The JVM ended before it had what it wanted");
    }
    return new Victim(process, Long.parseLong(line.substring(DONE.length())));
  }

  /** A time shortly before its request. On one machine, all processes share one monotonic clock. */
  long sinceNanos() {
    return sinceNanos;
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
