package dev.baton.local;

import java.util.ArrayList;
import java.util.List;

/**
 * A host that a server runs on.
 *
 * @param address address under which other hosts reach it
 * @param prefix words put before a command to run the command on this host
 */
public record Host(String address, List<String> prefix) {
  /** This machine, reachable only from itself. */
  public static final Host LOOPBACK = new Host("127.0.0.1", List.of());

  /**
   * Returns the command that runs {@code words} on this host. The started process is the program
   * itself.
   */
  public List<String> command(List<String> words) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(words);
    return all;
  }
}
