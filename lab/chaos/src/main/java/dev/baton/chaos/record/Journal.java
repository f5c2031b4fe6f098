package dev.baton.chaos.record;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Lines in a file that survive a kill of this process. Thread-safe. */
public final class Journal implements AutoCloseable {
  /**
   * Not a channel: an interrupt of a writing handler would close the channel for all other threads.
   */
  private final FileOutputStream out;

  private final boolean durable;

  private Journal(FileOutputStream out, boolean durable) {
    this.out = out;
    this.durable = durable;
  }

  /** Opens a journal that also survives a power failure. */
  public static Journal durable(Path file) throws IOException {
    return open(file, true);
  }

  public static Journal open(Path file) throws IOException {
    return open(file, false);
  }

  private static Journal open(Path file, boolean durable) throws IOException {
    boolean isNew = !Files.exists(file);
    Journal journal = new Journal(new FileOutputStream(file.toFile(), true), durable);
    if (!isNew) {
      // The process before may have died in the middle of a line.
      journal.write("");
    }
    return journal;
  }

  public synchronized void write(String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      if (durable) {
        out.getFD().sync();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the complete lines of a file. Another process may be writing the file, or may have died
   * meanwhile.
   */
  public static List<String> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = Files.readString(file);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
