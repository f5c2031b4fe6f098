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
 * The file of payouts. The demo reads it twice: once for its digest, by which a killed run
 * recognizes its input, and once for its rows.
 *
 * @param name the name that the user gave
 * @param file the path of the file
 * @param digest digest of its content
 * @param rowCount number of its rows of data
 */
public record PayoutInput(String name, Path file, String digest, long rowCount) {

  /** Returns the file that the user named. */
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

  /** Returns the 10,000 rows that come with the demo. */
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

  /** Returns the input that a run has recorded, without its rows. */
  public static PayoutInput remembered(String name, String digest) {
    return new PayoutInput(name, Path.of(""), digest, 0);
  }

  /** Returns the rows, starting after the header. */
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
