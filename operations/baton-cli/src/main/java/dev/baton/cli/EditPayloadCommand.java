package dev.baton.cli;

import dev.baton.cli.client.Change;
import dev.baton.cli.text.Failure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "edit-payload",
    description = {
      "Replaces the payload of tasks that don't run. It is stored in the form of the old one.",
      "If the old one is a JSON object or array, the new text must be one too; --base64 stores"
          + " anything."
    })
final class EditPayloadCommand extends TaskChanges.ChangeCommand {
  private static final long LARGEST_FILE = 64L * 1024 * 1024;

  @Option(names = "--text", paramLabel = "TEXT", description = "The payload: JSON or any text.")
  private @Nullable String text;

  @Option(names = "--file", paramLabel = "FILE", description = "File with the payload.")
  private @Nullable Path file;

  @Option(names = "--base64", paramLabel = "BYTES", description = "The payload as base64.")
  private @Nullable String base64;

  @Override
  Change change() {
    if (Stream.of(text, file, base64).filter(one -> one != null).count() != 1) {
      throw Failure.usage("Use exactly one of --text, --file and --base64");
    }
    Change edit = Change.of("edit-payload");
    if (text != null) {
      return edit.text(text);
    }
    return base64 != null ? edit.base64(base64) : of(edit, content(String.valueOf(file)));
  }

  /**
   * Sends the content as text if it is UTF-8, because the other side can check text but not bytes.
   */
  private static Change of(Change edit, byte[] content) {
    try {
      return edit.text(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString());
    } catch (CharacterCodingException noText) {
      return edit.base64(Base64.getEncoder().encodeToString(content));
    }
  }

  private static byte[] content(String file) {
    Path path = Path.of(file);
    try {
      if (Files.size(path) > LARGEST_FILE) {
        throw Failure.usage(file + " is larger than " + LARGEST_FILE + " bytes");
      }
      return Files.readAllBytes(path);
    } catch (IOException unreadable) {
      throw Failure.usage("Can't read the payload from " + file + ": " + unreadable.getMessage());
    }
  }
}
