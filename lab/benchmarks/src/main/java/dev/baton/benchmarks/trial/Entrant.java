package dev.baton.benchmarks.trial;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.child.AbilitiesMain;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A contender that can be chosen.
 *
 * @param name its name in options and results
 * @param className its {@link dev.baton.benchmarks.Contender}
 * @param classPath the class path of its processes
 * @param addsPerSecond its approximate rate for tasks added one by one, so that rounds last about
 *     as long for each
 * @param drainsPerSecond its approximate rate for a backlog
 * @param about its configuration, for people
 */
public record Entrant(
    String name,
    String className,
    String classPath,
    int addsPerSecond,
    int drainsPerSecond,
    String about) {
  private static final int QUICK_ADDS_PER_SECOND = 2_000;

  /** Returns whether it is Baton, as built here or with other classes. */
  public boolean isBaton() {
    return name.startsWith("baton");
  }

  /** Returns whether it is another library: neither Baton nor the limit. */
  public boolean isPeer() {
    return isPeer(name);
  }

  /** Returns whether this is the name of another library. */
  public static boolean isPeer(String name) {
    return !name.startsWith("baton") && !name.equals("limit");
  }

  /** Returns the same contender with these classes instead of the usual ones. */
  public Entrant beside(String variant, String classes) {
    return new Entrant(
        name + "-" + variant,
        className,
        classes + File.pathSeparator + classPath,
        addsPerSecond,
        drainsPerSecond,
        "with the classes in " + classes);
  }

  /** Returns whether a quick run measures it if only the quickest of the others are requested. */
  public boolean isQuick() {
    return addsPerSecond >= QUICK_ADDS_PER_SECOND;
  }

  /** Returns its features, as a process with its own class path prints them. */
  public Set<Ability> abilities() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                AbilitiesMain.class.getName(),
                className)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(name + " can't be loaded; is everything built?");
    }
    return told.lines().map(Ability::valueOf).collect(Collectors.toSet());
  }
}
