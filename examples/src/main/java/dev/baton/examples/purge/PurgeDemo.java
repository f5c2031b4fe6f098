package dev.baton.examples.purge;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.Submission;
import dev.baton.api.TaskRequest;
import dev.baton.examples.ExampleDatabase;
import dev.baton.jdbc.JdbcStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Two front ends that only submit tasks, and two servers that run them. */
public final class PurgeDemo {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private PurgeDemo() {}

  public static void main(String[] args) throws Exception {
    run().forEach(System.out::println);
  }

  /** Runs the demo and returns what happened, as lines to print. */
  static List<String> run() throws Exception {
    List<String> story = new ArrayList<>();
    CatalogTasks catalog = new CatalogTasks();
    try (HikariDataSource database = ExampleDatabase.with();
        Baton one = Baton.builder(JdbcStore.of(database)).client().start();
        Baton two = Baton.builder(JdbcStore.of(database)).client().start()) {
      Submission<Purged> first =
          one.tasks().submit(CatalogTasks.PURGE_TABLE.with(Purge.of("X", 1, 2)));
      Submission<Purged> same =
          two.tasks().submit(CatalogTasks.PURGE_TABLE.with(Purge.of("X", 2, 3)));
      Submission<Purged> other =
          two.tasks().submit(CatalogTasks.PURGE_TABLE.with(Purge.of("Y", 7)));
      story.add("two requests to purge X make one task: " + first.taskId().equals(same.taskId()));
      story.add("a purge of Y makes another task: " + !first.taskId().equals(other.taskId()));
      Submission<Void> cleaning = submitCleanUp(one);
      story.add(
          "the whole cluster has one clean-up: "
              + cleaning.taskId().equals(submitCleanUp(two).taskId()));
      try (Baton serverOne =
              Baton.builder(JdbcStore.of(database)).define(catalog.definitions()).start();
          Baton serverTwo =
              Baton.builder(JdbcStore.of(database)).define(catalog.definitions()).start()) {
        story.add("the second caller gets the result too: " + same.await(WAIT));
        other.await(WAIT);
        cleaning.await(WAIT);
        submitCleanUp(one).await(WAIT);
      }
      story.addAll(catalog.log().stream().sorted().toList());
    }
    return story;
  }

  private static Submission<Void> submitCleanUp(Baton frontEnd) {
    return frontEnd.tasks().submit(TaskRequest.of(CatalogTasks.CLEAN_UP));
  }
}
