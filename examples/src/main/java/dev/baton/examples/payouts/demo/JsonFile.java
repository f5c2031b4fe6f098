package dev.baton.examples.payouts.demo;

import dev.baton.examples.payouts.Micros;
import dev.baton.examples.payouts.input.CannotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The JSON file for the figures. It appears complete or not at all. */
record JsonFile(Path file) {

  /** Checks at the start that the file can be written, because the end would be too late. */
  static JsonFile at(Path file) throws CannotRun {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null) {
      throw new CannotRun("The JSON file " + file + " is a directory");
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException impossible) {
      throw new CannotRun("The JSON file " + file + " can't be written: no directory " + folder);
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new CannotRun("The JSON file " + file + " can't be written: permission denied");
    }
    return new JsonFile(file);
  }

  void write(Figures figures) throws IOException {
    byte[] json =
        JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsBytes(figures);
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // The file is a pipe or a terminal, which can't be replaced.
      Files.write(file, json);
      return;
    }
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path fresh = target.resolveSibling("." + target.getFileName() + "." + Micros.now());
    Files.write(fresh, json);
    Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
