package dev.baton.engine.operate;

import dev.baton.operate.BulkAction;
import dev.baton.operate.BulkReport;
import dev.baton.operate.BulkReport.Result;
import dev.baton.operate.Cursor;
import dev.baton.operate.FoundTask;
import dev.baton.operate.Operations.Verdict;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Does the same action with many tasks, page by page. Used by one thread. */
final class Bulk {
  private static final int BATCH = 200;

  private final TaskSearch finder;
  private final Changes changes;
  private final TaskActions taskActions;
  private final Actor actor;

  Bulk(TaskSearch finder, Changes changes, TaskActions taskActions, Actor actor) {
    this.finder = finder;
    this.changes = changes;
    this.taskActions = taskActions;
    this.actor = actor;
  }

  BulkReport run(
      TaskFilter filter,
      BulkAction action,
      @Nullable Cursor after,
      int atMost,
      Predicate<Result> onResult) {
    if (atMost < 1) {
      throw new IllegalArgumentException("A bulk looks at 1 task or more, not at " + atMost);
    }
    action.check(filter);
    int applied = 0;
    int seen = 0;
    Cursor next = after;
    boolean goesOn = true;
    while (goesOn && seen < atMost) {
      int size = Math.min(BATCH, atMost - seen);
      Page<FoundTask> page = finder.page(filter, next, size);
      for (Result result : apply(action, page.items())) {
        applied += result.verdict() instanceof Verdict.Applied ? 1 : 0;
        goesOn &= onResult.test(result);
      }
      seen += page.items().size();
      next = page.next();
      if (next == null) {
        return new BulkReport(applied, seen - applied, null);
      }
    }
    return new BulkReport(applied, seen - applied, next);
  }

  private List<Result> apply(BulkAction action, List<FoundTask> page) {
    List<Task> live = new ArrayList<>();
    for (FoundTask found : page) {
      if (found instanceof FoundTask.Live one) {
        live.add(one.task());
      }
    }
    TaskActions.TaskAction each = taskActions.of(action);
    Actor saying = each.said() == null ? actor : actor.saying(each.said());
    List<Verdict> verdicts = changes.moveAll(each.action(), live, saying, each.rule());
    List<Result> results = new ArrayList<>();
    int next = 0;
    for (FoundTask found : page) {
      results.add(
          new Result(
              found,
              found instanceof FoundTask.Finished ended
                  ? finished(action, ended)
                  : verdicts.get(next++)));
    }
    return results;
  }

  private Verdict finished(BulkAction action, FoundTask.Finished ended) {
    if (action instanceof BulkAction.RunAgain again) {
      @Nullable Duration delay = again.delay();
      return changes.runAgain(ended.task(), actor, taskActions.runAgain(delay));
    }
    return new Verdict.NotAllowed("It has ended " + ended.status());
  }
}
