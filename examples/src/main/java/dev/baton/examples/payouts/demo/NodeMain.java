package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.PayoutNode;
import dev.baton.examples.payouts.site.Cleanup;
import dev.baton.examples.payouts.site.NodePlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/**
 * A further node in its own process. It reads its plan from the first line of its standard input.
 * It runs until that input ends, so it never outlives its parent process, even if the parent is
 * killed.
 */
public final class NodeMain {
  /** Line that the process prints when its node runs. */
  static final String READY = "ready";

  private NodeMain() {}

  public static void main(String[] args) throws Exception {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    NodePlan plan = JsonMapper.shared().readValue(input.readLine(), NodePlan.class);
    int code = 0;
    try (Cleanup cleanup = new Cleanup()) {
      PayoutNode node = cleanup.later(plan.start(cleanup));
      // region hook
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(node)));
      // endregion
      System.out.println(READY);
      waitForTheEnd(input);
    } catch (RuntimeException broken) {
      System.err.println("A node can't run: " + broken.getMessage());
      code = 1;
    }
    System.exit(code);
  }

  /** Stops the node. Ctrl-C in the terminal reaches every process of the demo. */
  // region stop
  private static void stop(PayoutNode node) {
    try {
      node.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // endregion

  private static void waitForTheEnd(BufferedReader input) throws IOException {
    String line = input.readLine();
    while (line != null) {
      line = input.readLine();
    }
  }
}
