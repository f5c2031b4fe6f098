package dev.baton.examples.payouts;

import dev.baton.Baton;
import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.management.JdkHttp;
import dev.baton.management.Management;
import dev.baton.management.access.AccessPolicy;
import dev.baton.management.access.Principal;
import dev.baton.management.http.Request;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The demo's operators' page. Any user of this machine may do everything on it. */
final class OperatorsPage {
  private static final int USUAL_PORT = 8417;
  private static final int ANY_FREE = 0;

  /** Host names of this machine. A page on another site may point its own name to this machine. */
  private static final Pattern OF_THIS_MACHINE =
      Pattern.compile("(?:localhost|127\\.0\\.0\\.1|\\[::1])(?::\\d+)?");

  private OperatorsPage() {}

  /**
   * Serves the page.
   *
   * @param port null for the default port, or a free port if the default one is taken
   */
  static JdkHttp of(Baton baton, @Nullable Integer port) throws IOException, CannotRun {
    Management management =
        Management.of(baton)
            .accessPolicy(AccessPolicy.everything())
            .principal(OperatorsPage::whoSitsHere)
            .build();
    try {
      return JdkHttp.serve(management, here(port == null ? USUAL_PORT : port));
    } catch (BindException taken) {
      if (port != null) {
        throw new CannotRun("Port " + port + " is taken: name another with --port");
      }
      return JdkHttp.serve(management, here(ANY_FREE));
    }
  }

  private static InetSocketAddress here(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static @Nullable Principal whoSitsHere(Request request) {
    Optional<String> host = Optional.ofNullable(request.header("Host"));
    return host.filter(name -> OF_THIS_MACHINE.matcher(name).matches()).isPresent()
        ? Principal.of("demo")
        : null;
  }
}
