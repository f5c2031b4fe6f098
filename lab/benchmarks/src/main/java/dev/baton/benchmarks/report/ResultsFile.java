package dev.baton.benchmarks.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The results as JSON. */
public record ResultsFile(List<Result> results) {

  /** Returns the text, one member per line. */
  public String json() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(this);
  }

  /** Replaces the file. */
  public void write(Path file) throws IOException {
    Files.write(file, (json() + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
