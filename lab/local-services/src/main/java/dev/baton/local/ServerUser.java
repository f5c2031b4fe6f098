package dev.baton.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Whom PostgreSQL's programs run as. They refuse to run as root, so root starts them in a user
 * namespace, where root's files stay accessible, or, where the kernel forbids that (many
 * containers), as the user postgres or nobody.
 */
sealed interface ServerUser {

  /** The words that run {@code words} as this user; the started process is the program itself. */
  List<String> command(List<String> words);

  /** Makes the empty folder, or the file, this user's own. */
  void own(Path path);

  /** Lets this user through the folder that this one is in, which it still can't list. */
  void admitTo(Path folder) throws IOException;

  static ServerUser detect() {
    return Detected.USER;
  }

  /** Found out once per JVM. */
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
              + " start it as somebody else. Run as a normal user.");
    }
  }

  /** The user who runs this JVM, perhaps behind a namespace: files need no other owner. */
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

  /** Somebody else, whom root may become. */
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
                + ": let everybody enter its parent folders (chmod o+x), choose another folder,"
                + " or run as a normal user.");
      }
    }
  }
}
