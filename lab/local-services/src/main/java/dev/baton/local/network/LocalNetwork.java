package dev.baton.local.network;

import dev.baton.local.Command;
import dev.baton.local.Host;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A network of hosts for tests. Each host is a Linux network namespace behind a bridge, and this
 * machine is one more host. Packets to a host that is cut off vanish, as in a real network failure:
 * no connection is refused or reset. The network never outlives this JVM: a small shell removes it
 * when the pipe from the JVM closes. It needs root's rights and iproute2. Thread-safe.
 */
public final class LocalNetwork implements AutoCloseable {
  /**
   * The shell script that creates and removes the network. Its arguments are the bridge's name, the
   * first three numbers of the addresses, and the number of hosts.
   */
  private static final String KEEPER =
      """
      name=$1; net=$2; size=$3
      trap '' INT TERM HUP PIPE
      clean() {
        for i in $(seq "$size"); do ip link del "$name-$i"; ip netns del "$name-$i"; done
        ip link del "$name"
      }
      trap 'clean 2>/dev/null' EXIT
      set -e
      ip link add "$name" type bridge
      ip addr add "$net.254/24" dev "$name"
      ip link set "$name" up
      for i in $(seq "$size"); do
        ip netns add "$name-$i"
        ip link add "$name-$i" type veth peer name eth0 netns "$name-$i"
        ip link set "$name-$i" master "$name" up
        ip -n "$name-$i" addr add "$net.$i/24" dev eth0
        ip -n "$name-$i" link set lo up
        ip -n "$name-$i" link set eth0 up
      done
      echo ready
      cat >/dev/null
      """;

  private final String name = "bt" + UUID.randomUUID().toString().substring(0, 8);
  private final String net = "10.213." + ThreadLocalRandom.current().nextInt(1, 255);
  private final List<Host> hosts = new ArrayList<>();
  private final Process keeper;

  private LocalNetwork(int size) {
    List<String> words = List.of("sh", "-c", KEEPER, "sh", name, net, String.valueOf(size));
    try {
      keeper = new ProcessBuilder(words).redirectErrorStream(true).start();
      String said = keeper.inputReader(StandardCharsets.UTF_8).readLine();
      if (!"ready".equals(said)) {
        close();
        throw new IllegalStateException("Can't create a network of namespaces here: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (int i = 1; i <= size; i++) {
      hosts.add(new Host(net + "." + i, List.of("ip", "netns", "exec", name + "-" + i)));
    }
  }

  /** Creates a network of this number of hosts, which all reach each other. */
  public static LocalNetwork of(int size) {
    return new LocalNetwork(size);
  }

  /** Returns whether this user can create a network here. */
  public static boolean isPossible() {
    try (LocalNetwork network = of(1)) {
      return Command.isGood(network.hosts.get(0).command(List.of("true")));
    } catch (IllegalStateException | UncheckedIOException refused) {
      return false;
    }
  }

  /** Returns a host, counted from 0. */
  public Host host(int number) {
    return hosts.get(number);
  }

  /** Cuts a host off from all other hosts and from this machine, in both directions. */
  public void cutOff(int number, boolean isCut) {
    Command.mustRun(List.of("ip", "link", "set", link(number), isCut ? "down" : "up"));
  }

  /**
   * Cuts a host off from all other hosts in both directions. This machine still reaches all hosts.
   */
  public void cutOffFromHosts(int number, boolean isCut) {
    for (int other = 0; other < hosts.size(); other++) {
      if (other != number) {
        misdirect(number, other, isCut);
        misdirect(other, number, isCut);
      }
    }
  }

  /** Sends the packets of one host for the other to a network card that does not exist. */
  private void misdirect(int from, int to, boolean isCut) {
    List<String> words = new ArrayList<>(List.of("ip", "-n", link(from), "neigh"));
    words.addAll(List.of(isCut ? "replace" : "del", hosts.get(to).address(), "dev", "eth0"));
    if (isCut) {
      words.addAll(List.of("lladdr", "02:00:00:00:00:01", "nud", "permanent"));
    }
    Command.mustRun(words);
  }

  private String link(int number) {
    return name + "-" + (number + 1);
  }

  @Override
  public void close() {
    try {
      keeper.getOutputStream().close();
      keeper.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
