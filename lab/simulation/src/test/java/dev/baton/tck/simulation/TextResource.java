package dev.baton.tck.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A text file next to these classes. */
final class TextResource {
  private TextResource() {}

  static List<String> lines(String name) {
    try (var in = Objects.requireNonNull(TextResource.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
