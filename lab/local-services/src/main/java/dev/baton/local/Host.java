package dev.baton.local;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a server runs.
 *
 * @param address under which others reach it
 * @param prefix the words before a command that have it run there
 */
public record Host(String address, List<String> prefix) {
  /** This machine, for itself alone. */
  public static final Host LOOPBACK = new Host("127.0.0.1", List.of());

  /** Runs that command there; the started process is the program itself. */
  public List<String> command(List<String> words) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(words);
    return all;
  }
}
