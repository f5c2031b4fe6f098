package dev.baton.management.rest;

import dev.baton.api.FoundTask;
import dev.baton.api.TaskFilter;
import dev.baton.management.access.Right;
import dev.baton.management.access.Subject;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/** Looks a task up without what it carries, which may be large. */
final class Look {
  private Look() {}

  /** The task of the path, if this may be done with it. */
  static FoundTask at(Call call, Right right) {
    UUID id = call.id();
    FoundTask found =
        call.baton().operations().find(TaskFilter.all().ids(Set.of(id)), null, 1).items().stream()
            .findFirst()
            .orElseThrow(() -> noTask(id));
    call.caller().require(right, Subject.task(id, found.spec()));
    return found;
  }

  static Set<UUID> ids(Stream<FoundTask> tasks) {
    Set<UUID> ids = new TreeSet<>();
    tasks.forEach(task -> ids.add(task.id()));
    return ids;
  }

  static Refused noTask(UUID id) {
    return new Refused(404, "There is no task " + id + ", or it is kept no longer");
  }
}
