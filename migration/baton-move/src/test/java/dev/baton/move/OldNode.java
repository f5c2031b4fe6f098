package dev.baton.move;

import com.zaxxer.hikari.HikariDataSource;

/** A node of an old engine. */
interface OldNode {
  OldEngine engine();

  default Mapping mapping() {
    return Mapping.asIs();
  }

  /** Runs tasks until the process is killed. */
  void run() throws Exception;

  static OldNode of(String engine, HikariDataSource pool) {
    return switch (engine) {
      case "quartz" -> new QuartzNode(pool);
      case "db-scheduler" -> new DbSchedulerNode(pool);
      case "jobrunr" -> new JobRunrNode(pool);
      case "twtasks" -> new TwTasksNode(pool);
      default -> throw new IllegalArgumentException(engine);
    };
  }
}
