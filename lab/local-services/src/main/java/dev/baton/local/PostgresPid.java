package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The process id and port that a server writes into postmaster.pid of its data folder. */
record PostgresPid(long pid, Optional<Integer> port) {
  private static final int PORT_LINE = 3;

  /** Reads the file. Empty if no server uses the folder or the file is still incomplete. */
  static Optional<PostgresPid> read(Path data) {
    try {
      List<String> lines = Files.readAllLines(file(data));
      if (lines.isEmpty() || !lines.get(0).strip().matches("[0-9]+")) {
        return Optional.empty();
      }
      Optional<Integer> port =
          lines.size() > PORT_LINE && lines.get(PORT_LINE).strip().matches("[0-9]+")
              ? Optional.of(Integer.valueOf(lines.get(PORT_LINE).strip()))
              : Optional.empty();
      return Optional.of(new PostgresPid(Long.parseLong(lines.get(0).strip()), port));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("Can't read " + file(data), e);
    }
  }

  static void delete(Path data) {
    try {
      Files.deleteIfExists(file(data));
    } catch (IOException e) {
      throw new UncheckedIOException("Can't delete " + file(data), e);
    }
  }

  /** Returns whether the process exists and is a PostgreSQL. */
  boolean isAlive() {
    return Command.isRunning(pid, "postgres");
  }

  private static Path file(Path data) {
    return data.resolve("postmaster.pid");
  }
}
