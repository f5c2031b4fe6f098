package dev.baton.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Lines in a file that a kill of this process doesn't take back. Thread-safe. */
final class Journal implements AutoCloseable {
  private final FileChannel channel;
  private final boolean durable;

  private Journal(FileChannel channel, boolean durable) {
    this.channel = channel;
    this.durable = durable;
  }

  /** A journal that a power cut doesn't take back either. */
  static Journal durable(Path file) throws IOException {
    return open(file, true);
  }

  static Journal open(Path file) throws IOException {
    return open(file, false);
  }

  private static Journal open(Path file, boolean durable) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    Journal journal = new Journal(channel, durable);
    if (channel.size() > 0) {
      // The one before may have died in the middle of a line.
      journal.write("");
    }
    return journal;
  }

  synchronized void write(String line) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      if (durable) {
        channel.force(false);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The whole lines of a file that another process may be writing, or died writing. */
  static List<String> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = Files.readString(file);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
