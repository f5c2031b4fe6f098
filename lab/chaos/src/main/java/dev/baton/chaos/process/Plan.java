package dev.baton.chaos.process;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.cluster.NodeSettings;
import dev.baton.local.DatabaseAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of a child process, as {@code name=value} arguments. The password is in its
 * environment, which other accounts can't read.
 *
 * @param name the child's own name, the same after a restart
 * @param folder folder of its journals
 * @param seed seed of the adder's choices
 * @param ways its setup
 */
public record Plan(String name, Path folder, DatabaseAddress database, long seed, Fleet.Ways ways) {

  /** Short, so that recovery is soon visible. */
  public static final Duration LEASE = Duration.ofSeconds(2);

  private static final String PASSWORD = "CHAOS_PASSWORD";

  static Plan of(String[] arguments) {
    Map<String, String> values = new TreeMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      values.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    return new Plan(
        values.getOrDefault("name", "?"),
        Path.of(values.getOrDefault("folder", ".")),
        new DatabaseAddress(
            values.getOrDefault("url", ""),
            values.getOrDefault("user", ""),
            System.getenv().getOrDefault(PASSWORD, "")),
        Long.parseLong(values.getOrDefault("seed", "0")),
        new Fleet.Ways(
            values.getOrDefault("bug", ""),
            Duration.parse(values.getOrDefault("lease", LEASE.toString())),
            Integer.parseInt(values.getOrDefault("pause", "100")),
            Integer.parseInt(values.getOrDefault("longest", "1500")),
            links(values),
            Boolean.parseBoolean(values.getOrDefault("more", "false"))));
  }

  private static Links links(Map<String, String> values) {
    return new Links(
        Links.Hints.valueOf(values.getOrDefault("hints", "NOTIFY")),
        Links.Leaders.valueOf(values.getOrDefault("leaders", "DATABASE")),
        values.getOrDefault("kafka", ""),
        values.getOrDefault("zookeeper", ""),
        Integer.parseInt(values.getOrDefault("poll", "100")));
  }

  List<String> arguments() {
    List<String> words = new ArrayList<>();
    words.add("name=" + name);
    words.add("folder=" + folder);
    words.add("url=" + database.url());
    words.add("user=" + database.user());
    words.add("seed=" + seed);
    words.add("bug=" + ways.bug());
    words.add("lease=" + ways.lease());
    words.add("pause=" + ways.pauseMillis());
    words.add("longest=" + ways.longestMillis());
    words.add("hints=" + ways.links().hints());
    words.add("leaders=" + ways.links().leaders());
    words.add("kafka=" + ways.links().kafka());
    words.add("zookeeper=" + ways.links().zooKeeper());
    words.add("poll=" + ways.links().pollMillis());
    words.add("more=" + ways.more());
    return words;
  }

  Map<String, String> environment() {
    return Map.of(PASSWORD, database.password());
  }

  public Path file(String suffix) {
    return folder.resolve(name + suffix);
  }

  HikariDataSource pool(int connections) {
    return pool(database, connections);
  }

  /**
   * Returns a pool with the settings of a careful service: no wait for the network is unlimited.
   */
  static HikariDataSource pool(DatabaseAddress database, int connections) {
    boolean postgres = database.url().startsWith("jdbc:postgresql");
    HikariConfig config = new HikariConfig();
    // PostgreSQL's driver counts in seconds, MariaDB's in milliseconds.
    String unit = postgres ? "" : "000";
    config.setJdbcUrl(database.url() + "?socketTimeout=4" + unit + "&connectTimeout=2" + unit);
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(2);
    config.setConnectionTimeout(2_000);
    config.setValidationTimeout(1_000);
    config.setInitializationFailTimeout(30_000);
    return new HikariDataSource(config);
  }

  public NodeSettings settings() {
    return NodeSettings.defaults()
        .lease(ways.lease())
        .poll(Duration.ofMillis(ways.links().pollMillis()))
        .sweep(Duration.ofMillis(100))
        .shutdown(Duration.ofSeconds(15))
        .keepDone(Duration.ofDays(1));
  }
}
