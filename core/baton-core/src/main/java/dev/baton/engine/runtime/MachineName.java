package dev.baton.engine.runtime;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What the machine is called, for people. */
public final class MachineName {
  private MachineName() {}

  /** The host's name; what a container's environment says comes first, since it costs nothing. */
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
