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

/** Two front ends that only submit, and two servers that run what was submitted. */
public final class PurgeDemo {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private PurgeDemo() {}

  public static void main(String[] args) throws Exception {
    run().forEach(System.out::println);
  }

  /** What happened, for people. */
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
      story.add("two purges of X are one task: " + first.taskId().equals(same.taskId()));
      story.add("a purge of Y is another: " + !first.taskId().equals(other.taskId()));
      Submission<Void> cleaning = submitCleanUp(one);
      story.add(
          "there is one clean-up in the cluster: "
              + cleaning.taskId().equals(submitCleanUp(two).taskId()));
      try (Baton serverOne =
              Baton.builder(JdbcStore.of(database)).define(catalog.definitions()).start();
          Baton serverTwo =
              Baton.builder(JdbcStore.of(database)).define(catalog.definitions()).start()) {
        story.add("who submitted second is answered too: " + same.await(WAIT));
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
