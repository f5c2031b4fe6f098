package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A PostgreSQL server whose tables are on a disk of 48 MiB, which a test can fill. */
final class SmallDisk implements Servers {
  private static final String NAME = "payouts";

  private final LocalPostgres server = LocalPostgres.temporary(Map.of());
  private final Path disk;
  private final Path ballast;

  /** Mounts the disk, which needs root's rights. */
  SmallDisk() throws Exception {
    this.disk = Files.createTempDirectory("baton-small-disk");
    this.ballast = disk.resolve("ballast");
    DatabaseAddress other = server.database("other");
    Path data = Path.of(Sql.row(other, "SHOW data_directory").get("data_directory"));
    String owner =
        "uid="
            + Files.getAttribute(data, "unix:uid")
            + ",gid="
            + Files.getAttribute(data, "unix:gid");
    run("mount", "-t", "tmpfs", "-o", "size=48m,mode=700," + owner, "tmpfs", disk.toString());
    Sql.run(other, "CREATE TABLESPACE small LOCATION '" + disk + "'");
    Sql.run(other, "CREATE DATABASE " + NAME + " TABLESPACE small");
  }

  /** Returns whether this user can mount a disk. */
  static boolean canMount() throws Exception {
    Path folder = Files.createTempDirectory("baton-mount");
    try {
      run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.toString());
      run("umount", folder.toString());
      return true;
    } catch (IOException refused) {
      return false;
    } finally {
      Files.delete(folder);
    }
  }

  /** Fills the free space. */
  void fill() throws IOException {
    byte[] page = new byte[8192];
    try (OutputStream out = Files.newOutputStream(ballast)) {
      while (true) {
        out.write(page);
      }
    } catch (IOException full) {
      // Expected: the disk is full.
    }
  }

  void makeRoom() throws IOException {
    Files.delete(ballast);
  }

  @Override
  public DatabaseAddress address(int node) {
    DatabaseAddress address = survivor();
    return new DatabaseAddress(
        address.url() + "?socketTimeout=5", address.user(), address.password());
  }

  @Override
  public DatabaseAddress survivor() {
    return server.existing(NAME);
  }

  @Override
  public void close() {
    server.stop();
    try {
      run("umount", disk.toString());
      Files.delete(disk);
    } catch (Exception e) {
      throw new IllegalStateException("The disk " + disk + " stays mounted", e);
    }
  }

  private static void run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", words) + ": " + answer);
    }
  }
}
