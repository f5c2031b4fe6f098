package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The password of one server, stored in a file that the other accounts of this machine can't read.
 */
final class PasswordFile {
  private static final int BYTES = 16;

  private final Path file;

  /** The password after it was read. A temporary server that ends deletes its file. */
  private volatile @Nullable String password;

  PasswordFile(Path file) {
    this.file = file;
  }

  Path path() {
    return file;
  }

  /**
   * Stores and returns a new random password of letters and digits. It replaces an existing one.
   */
  String make() throws IOException {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    String made = HexFormat.of().formatHex(bytes);
    PrivateFiles.write(file, made);
    password = made;
    return made;
  }

  String read() {
    String known = password;
    if (known == null) {
      try {
        known = Files.readString(file, StandardCharsets.US_ASCII).strip();
      } catch (IOException e) {
        throw new UncheckedIOException(
            "Can't read the password in "
                + file
                + "; delete the folder if it is from a version without passwords",
            e);
      }
      password = known;
    }
    return known;
  }
}
