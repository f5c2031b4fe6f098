package dev.baton.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/** Copies the files of a running PostgreSQL server for its standby. */
record StandbyFiles(Path from, Path to) {
  /** The folder of the log. The standby creates it and gets the log from the primary. */
  private static final Path LOG = Path.of("pg_wal");

  /** Copies the files. Call it between the start and the end of a backup. */
  void copy() throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Path copy = to.resolve(from.relativize(folder));
            if (!Files.isDirectory(copy)) {
              Files.copy(folder, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path name = from.relativize(file);
            if (!name.startsWith(LOG) && !name.toString().startsWith("postmaster.")) {
              copyFile(file, to.resolve(name));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) throws IOException {
            if (gone instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw gone;
          }
        });
  }

  private static void copyFile(Path file, Path copy) throws IOException {
    try {
      Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
    } catch (NoSuchFileException removed) {
      // The server may remove files during the copy. The standby repairs this from the log.
    }
  }

  /** Writes the backup's label and the address of the primary to follow. */
  void follow(String label, String primary, PasswordFile password) throws IOException {
    PrivateFiles.write(to.resolve("backup_label"), label);
    PrivateFiles.write(to.resolve("standby.signal"), "");
    Files.writeString(
        to.resolve("postgresql.auto.conf"),
        "primary_conninfo = '" + primary + " password=" + password.read() + "'\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
