package dev.baton.chaos;

import dev.baton.chaos.check.Result;
import dev.baton.chaos.fault.FaultKind;
import dev.baton.chaos.fault.Options;
import dev.baton.chaos.fault.Services;
import dev.baton.chaos.process.Links;
import dev.baton.chaos.process.ServerKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/**
 * A complete run on one database: injects each of the given faults once, in an order that the seed
 * decides, or any number of faults for a given time. Also a program: its arguments are names of
 * databases.
 */
public final class Chaos {
  private Chaos() {}

  public static void main(String[] arguments) throws Exception {
    boolean sound = true;
    for (String name : arguments) {
      ServerKind kind = ServerKind.valueOf(name.toUpperCase(Locale.ROOT));
      sound &= run(kind, Options.faults(List.of(FaultKind.values()))).isSound();
    }
    System.exit(sound ? 0 : 1);
  }

  static Result run(ServerKind kind, List<FaultKind> kinds) throws Exception {
    Links links = Options.links(kind.links());
    long seed = Options.seed();
    Optional<Duration> length = Options.length();
    Random random = new Random(seed);
    String name = kind.name().toLowerCase(Locale.ROOT);
    System.out.println(
        name
            + ": seed "
            + seed
            + ", "
            + length.map(l -> "for " + l).orElse("one round")
            + ", "
            + links.words());
    List<FaultKind> possible = kinds.stream().filter(fault -> fault.isPossible(links)).toList();
    long begin = System.nanoTime();
    try (ServerKind.Server server = kind.start();
        Services services = Services.start(links);
        ChaosRun run =
            ChaosRun.start(
                name, server, services, ChaosRun.Setting.sound(seed, services.links()))) {
      do {
        List<FaultKind> order = new ArrayList<>(possible);
        Collections.shuffle(order, random);
        for (FaultKind fault : order) {
          run.inject(fault);
        }
      } while (length.isPresent() && System.nanoTime() - begin < length.get().toNanos());
      return run.finish();
    }
  }
}
