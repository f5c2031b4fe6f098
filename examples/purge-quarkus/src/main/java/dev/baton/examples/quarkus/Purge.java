package dev.baton.examples.quarkus;

import dev.baton.api.Batch;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.quarkus.TaskHandler;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The tasks that delete the files of dropped tables. */
@ApplicationScoped
public class Purge {
  static final int FILES_PER_TASK = 100;

  static final TaskType<DroppedTable, Void> PURGE_TABLE =
      TaskType.of("PURGE_TABLE", DroppedTable.class);
  static final TaskType<SomeFiles, Void> DELETE_FILES =
      TaskType.of("DELETE_FILES", SomeFiles.class);
  static final TaskType<DroppedTable, Void> DELETE_MANIFEST =
      TaskType.of("DELETE_MANIFEST", DroppedTable.class);

  /** Some of a table's files, for one task. */
  public record SomeFiles(String location, List<String> names) {}

  private final Warehouse warehouse;
  private final Tasks tasks;

  Purge(Warehouse warehouse, Tasks tasks) {
    this.warehouse = warehouse;
    this.tasks = tasks;
  }

  // region purge
  /** Adds the tasks that delete files, in the transaction that ends this task. */
  @TaskHandler(value = "PURGE_TABLE", transactional = true, attempts = 10)
  void purge(DroppedTable table) throws IOException {
    List<String> names = warehouse.manifest(table.location());
    List<TaskRequest<?, ?>> deletions = new ArrayList<>();
    for (int from = 0; from < names.size(); from += FILES_PER_TASK) {
      List<String> some = names.subList(from, Math.min(names.size(), from + FILES_PER_TASK));
      deletions.add(DELETE_FILES.with(new SomeFiles(table.location(), List.copyOf(some))));
    }
    // The manifest names the files, so it is deleted last.
    tasks.addBatch(Batch.of(deletions).whenAllDone(DELETE_MANIFEST.with(table)));
  }

  /** Deletes files. A repeated run is harmless: a file that is already deleted is no error. */
  @TaskHandler(value = "DELETE_FILES", concurrency = 4, attempts = 10, deadline = "5m")
  void deleteFiles(SomeFiles some) throws IOException {
    for (String name : some.names()) {
      warehouse.delete(some.location(), name);
    }
  }

  @TaskHandler(value = "DELETE_MANIFEST", attempts = 10)
  void deleteManifest(DroppedTable table) throws IOException {
    warehouse.deleteManifest(table.location());
  }
  // endregion
}
