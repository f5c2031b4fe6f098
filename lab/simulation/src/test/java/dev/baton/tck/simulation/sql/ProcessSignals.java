package dev.baton.tck.simulation.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Sends signals to processes of this machine through a shell that waits for commands and ends with
 * this JVM. Thread-safe.
 */
final class ProcessSignals {
  private final Writer orders;
  private final BufferedReader answers;

  ProcessSignals() {
    try {
      Process shell =
          new ProcessBuilder("sh", "-c", "while read -r s p; do kill -s $s $p; echo; done")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      orders = new OutputStreamWriter(shell.getOutputStream(), StandardCharsets.US_ASCII);
      answers =
          new BufferedReader(
              new InputStreamReader(shell.getInputStream(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends the signal and returns after it was sent. A process that has ended doesn't get it. */
  synchronized void send(String signal, long process) {
    try {
      orders.write(signal + " " + process + "\n");
      orders.flush();
      if (answers.readLine() == null) {
        throw new IllegalStateException("The shell that sends signals has ended");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
