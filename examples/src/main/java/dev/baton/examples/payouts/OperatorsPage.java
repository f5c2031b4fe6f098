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

/** The operators' page of the demo: for who sits at this machine, and may do everything. */
final class OperatorsPage {
  private static final int USUAL_PORT = 8417;
  private static final int ANY_FREE = 0;

  /** A page elsewhere may lead a name of its own to this machine: that isn't who sits here. */
  private static final Pattern OF_THIS_MACHINE =
      Pattern.compile("(?:localhost|127\\.0\\.0\\.1|\\[::1])(?::\\d+)?");

  private OperatorsPage() {}

  /**
   * Serves it.
   *
   * @param port null for the usual one, or another where that is taken
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
