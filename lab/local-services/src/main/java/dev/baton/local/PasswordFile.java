package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Keeps one server's password where the other accounts of this machine can't read it. */
final class PasswordFile {
  private static final int BYTES = 16;

  private final Path file;

  /** Known once it is read: the file of a temporary server that ends is deleted. */
  private volatile @Nullable String password;

  PasswordFile(Path file) {
    this.file = file;
  }

  Path path() {
    return file;
  }

  /** A new password, random and of plain letters and digits, in place of one that is there. */
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
                + "; a folder from before servers had passwords is to be deleted",
            e);
      }
      password = known;
    }
    return known;
  }
}
