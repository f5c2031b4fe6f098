package dev.baton.tck.simulation.sql;

/** A result that the simulated databases reject by a constraint. */
final class Refused {
  /** The text of {@code Handlers.UNSTORABLE}. */
  static final String TEXT = "no database takes this";

  /** Name of the constraint. */
  static final String CONSTRAINT = "baton_sim_refused";

  static final String HEX = hex(TEXT);

  private Refused() {}

  private static String hex(String text) {
    StringBuilder hex = new StringBuilder();
    for (byte one : text.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
      hex.append(String.format("%02X", one));
    }
    return hex.toString();
  }
}
