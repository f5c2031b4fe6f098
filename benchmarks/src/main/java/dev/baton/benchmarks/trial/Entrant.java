package dev.baton.benchmarks.trial;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.child.AbilitiesMain;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A contender that can be chosen.
 *
 * @param name in options and results
 * @param className its {@link dev.baton.benchmarks.Contender}
 * @param classPath what its processes run on
 * @param addsPerSecond about what it does of tasks added one by one, so that rounds last about as
 *     long for each
 * @param drainsPerSecond about what it does of a backlog
 * @param about how it is set up, for people
 */
public record Entrant(
    String name,
    String className,
    String classPath,
    int addsPerSecond,
    int drainsPerSecond,
    String about) {
  /** Baton, and what it is held against. */
  public static final Set<String> OURS = Set.of("baton", "limit");

  public boolean isBaton() {
    return name.equals("baton");
  }

  /** Whether it is another library: neither Baton nor the limit. */
  public boolean isPeer() {
    return !OURS.contains(name);
  }

  /** What it can be measured at: its own word, from a process of its own class path. */
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
