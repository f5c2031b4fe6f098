package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.examples.payouts.site.Cleanup;
import java.nio.file.Path;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The command {@code ./demo}: parses the options and returns the exit code. */
public final class PayoutsDemo {
  private static final Logger LOG = LoggerFactory.getLogger(PayoutsDemo.class);

  private static final int ALL_IS_WELL = 0;
  private static final int SOMETHING_WENT_WRONG = 1;
  private static final int CANNOT_RUN = 2;

  private PayoutsDemo() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.exit(run(args, new Screen(Boolean.getBoolean("demo.terminal"))));
  }

  private static int run(String[] args, Screen screen) {
    DemoOptions options = new DemoOptions();
    CommandLine command = new CommandLine(options);
    try {
      command.parseArgs(args);
    } catch (ParameterException wrong) {
      String problem = String.valueOf(wrong.getMessage()).lines().findFirst().orElse("");
      screen.complain("demo: " + problem + "; ./demo --help lists the options");
      return CANNOT_RUN;
    }
    if (options.wantsHelp()) {
      screen.say(command.getUsageMessage());
      return ALL_IS_WELL;
    }
    return run(options, screen);
  }

  private static int run(DemoOptions options, Screen screen) {
    Path folder = Path.of(System.getProperty("demo.data", "demo-data")).toAbsolutePath();
    Cleanup cleanup = new Cleanup();
    Demo demo = new Demo(options, folder, screen, cleanup);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(demo, cleanup, screen)));
    try {
      boolean good = demo.run();
      return good ? ALL_IS_WELL : SOMETHING_WENT_WRONG;
    } catch (CannotRun reason) {
      screen.complain("demo: " + reason.getMessage());
      return CANNOT_RUN;
    } catch (Exception | Error broken) {
      // After an interrupt, the cleanup closes what still runs; that isn't a failure.
      if (!cleanup.hasBegun()) {
        LOG.error("The demo failed", broken);
        screen.complain("demo: failed: " + firstLine(broken) + "; see the log in demo-data");
      }
      return SOMETHING_WENT_WRONG;
    } finally {
      cleanup.close();
    }
  }

  private static String firstLine(Throwable broken) {
    return broken.toString().lines().findFirst().orElse("");
  }

  /**
   * Handles Ctrl-C or a termination signal: closes what still runs. The next start does the
   * remaining payouts.
   */
  private static void interrupted(Demo demo, Cleanup cleanup, Screen screen) {
    if (!cleanup.hasBegun() && !demo.isDone()) {
      screen.complain("Stopping. Start the demo again with the same input to continue");
    }
    // If a cleanup is already running, this call waits for it.
    cleanup.close();
  }
}
