package dev.baton.engine.runtime;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name of the machine that operators see. */
public final class MachineName {
  private MachineName() {}

  /**
   * Returns the name of the host. Reads the environment first, because that is fast and works in a
   * container.
   */
  public static String current() {
    for (String variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
      String name = System.getenv(variable);
      if (name != null && !name.isBlank()) {
        return name;
      }
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "unnamed";
    }
  }
}
