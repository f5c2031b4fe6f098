package dev.baton.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The user that PostgreSQL's programs run as. They refuse to run as root, so root starts them in a
 * user namespace, where root's files stay accessible. If the kernel forbids namespaces, as in many
 * containers, root starts them as the user postgres or nobody.
 */
sealed interface ServerUser {

  /**
   * Returns the words that run {@code words} as this user. The started process is the program
   * itself.
   */
  List<String> command(List<String> words);

  /** Makes this user the owner of the empty folder or the file. */
  void own(Path path);

  /** Lets this user enter the parent of the folder. This user still can't list the parent. */
  void admitTo(Path folder) throws IOException;

  static ServerUser detect() {
    return Detected.USER;
  }

  /** The user of this JVM's servers, found once per JVM. */
  final class Detected {
    private static final ServerUser USER = find();

    private Detected() {}

    private static ServerUser find() {
      if (!Command.run(List.of("id", "-u")).output().equals("0")) {
        return new Prefixed(List.of());
      }
      if (Command.run(List.of("unshare", "-U", "true")).isGood()) {
        return new Prefixed(List.of("unshare", "-U"));
      }
      for (String name : List.of("postgres", "nobody")) {
        if (Command.run(AnotherUser.prefix(name, "true")).isGood()) {
          return new AnotherUser(name);
        }
      }
      throw new IllegalStateException(
          "PostgreSQL does not run as root, and neither `unshare -U` nor `setpriv` works here to"
              + " start it as another user. Run as a normal user.");
    }
  }

  /** The user who runs this JVM, possibly in a user namespace. Its files need no other owner. */
  record Prefixed(List<String> prefix) implements ServerUser {
    @Override
    public List<String> command(List<String> words) {
      List<String> all = new ArrayList<>(prefix);
      all.addAll(words);
      return all;
    }

    @Override
    public void own(Path path) {}

    @Override
    public void admitTo(Path folder) {}
  }

  /** Another user, to which root can switch. */
  record AnotherUser(String name) implements ServerUser {
    static List<String> prefix(String name, String... words) {
      List<String> all = new ArrayList<>();
      all.addAll(List.of("setpriv", "--reuid=" + name, "--regid=" + name, "--clear-groups", "--"));
      all.addAll(List.of(words));
      return all;
    }

    @Override
    public List<String> command(List<String> words) {
      return prefix(name, words.toArray(String[]::new));
    }

    @Override
    public void admitTo(Path folder) throws IOException {
      Path parent = folder.getParent();
      if (parent != null) {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(parent);
        permissions.add(PosixFilePermission.OTHERS_EXECUTE);
        Files.setPosixFilePermissions(parent, permissions);
      }
    }

    @Override
    public void own(Path path) {
      Command.mustRun(List.of("chown", "-R", name, path.toString()));
      if (!Command.run(command(List.of("test", "-w", path.toString()))).isGood()) {
        throw new IllegalStateException(
            "PostgreSQL runs as the user "
                + name
                + " here, who can't reach "
                + path
                + ": let all users enter its parent folders (chmod o+x), choose another folder,"
                + " or run as a normal user.");
      }
    }
  }
}
