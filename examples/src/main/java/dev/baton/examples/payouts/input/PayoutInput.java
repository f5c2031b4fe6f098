package dev.baton.examples.payouts.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The file of payouts. It is read twice: once for its digest, by which a killed run knows its input
 * again, and once for its rows.
 *
 * @param name how the user named it
 * @param file where it is
 * @param digest of its content
 * @param rowCount how many rows of data it has
 */
public record PayoutInput(String name, Path file, String digest, long rowCount) {

  /** The file that the user named. */
  public static PayoutInput of(Path file) throws CannotRun {
    String name = file.toString();
    if (Files.isDirectory(file)) {
      throw new CannotRun("The input " + name + " is a directory; --input takes a CSV file");
    }
    if (!Files.exists(file)) {
      throw new CannotRun("The input " + name + " does not exist");
    }
    try {
      // A pipe can be read only once.
      return checked(name, Files.isRegularFile(file) ? file : copy(Files.newInputStream(file)));
    } catch (IOException unreadable) {
      throw new CannotRun("The input " + name + " can't be read: " + reason(unreadable));
    }
  }

  /** The 10,000 rows that come with the demo. */
  public static PayoutInput shipped() throws CannotRun {
    InputStream shipped = PayoutInput.class.getResourceAsStream("payouts.csv");
    if (shipped == null) {
      throw new CannotRun("The demo's own payouts.csv is missing from its jar");
    }
    try {
      return checked("payouts.csv (shipped)", copy(shipped));
    } catch (IOException unreadable) {
      throw new CannotRun("The demo's own payouts.csv can't be read: " + reason(unreadable));
    }
  }

  /** An input that a run remembers; its rows are not at hand. */
  public static PayoutInput remembered(String name, String digest) {
    return new PayoutInput(name, Path.of(""), digest, 0);
  }

  /** Its rows, from the first after the header on. */
  public InputRows rows() throws IOException, CannotRun {
    InputRows rows = new InputRows(Files.newInputStream(file));
    rows.requireHeader(name);
    return rows;
  }

  private static PayoutInput checked(String name, Path file) throws IOException, CannotRun {
    MessageDigest digest = KeyText.sha256();
    long rowCount = 0;
    try (InputRows rows =
        new InputRows(new DigestInputStream(Files.newInputStream(file), digest))) {
      rows.requireHeader(name);
      while (rows.next() != null) {
        rowCount++;
      }
    }
    return new PayoutInput(name, file, HexFormat.of().formatHex(digest.digest()), rowCount);
  }

  private static Path copy(InputStream from) throws IOException {
    Path copy = Files.createTempFile("payouts", ".csv");
    copy.toFile().deleteOnExit();
    try (from) {
      Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    return copy;
  }

  private static String reason(IOException broken) {
    return broken instanceof java.nio.file.AccessDeniedException
        ? "permission denied"
        : String.valueOf(broken.getMessage());
  }
}
