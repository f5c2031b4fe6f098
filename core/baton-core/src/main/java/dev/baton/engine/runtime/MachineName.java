package dev.baton.engine.runtime;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name of the machine, for people. */
public final class MachineName {
  private MachineName() {}

  /**
   * Returns the host's name. The environment of a container is read first, because that costs
   * nothing.
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
