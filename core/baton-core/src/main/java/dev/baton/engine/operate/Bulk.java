package dev.baton.engine.operate;

import dev.baton.engine.base.Action;
import dev.baton.engine.base.Actor;
import dev.baton.engine.base.NodeContext;
import dev.baton.operate.BulkControl;
import dev.baton.operate.BulkPreview;
import dev.baton.operate.BulkReport;
import dev.baton.operate.BulkReport.Result;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.ChangeResult.Kind;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.TaskChanges;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.internal.ChangeReport;
import dev.baton.spi.FoundTask;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NextPosition;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the same change to many tasks, page by page. Immutable. */
final class Bulk extends TaskActions<BulkReport> implements BulkControl {
  private static final int BATCH = 200;
  private static final int USUAL_MOST = 1_000;

  private final NodeContext node;
  private final TaskSearch finder;
  private final Changes changes;
  private final Actor actor;
  private final TaskFilter filter;
  private final Options options;

  /**
   * The options of a bulk change: its first task, its bound, and the receiver of its results.
   *
   * @param after null to begin with the first task
   * @param atMost null for the usual number
   */
  private record Options(
      @Nullable Cursor after, @Nullable Integer atMost, Consumer<Result> onEach) {}

  Bulk(NodeContext node, TaskSearch finder, Changes changes, Actor actor, TaskFilter filter) {
    this(node, finder, changes, actor, filter, new Options(null, null, result -> {}));
  }

  private Bulk(
      NodeContext node,
      TaskSearch finder,
      Changes changes,
      Actor actor,
      TaskFilter filter,
      Options options) {
    super(node);
    this.node = node;
    this.finder = finder;
    this.changes = changes;
    this.actor = actor;
    this.filter = filter;
    this.options = options;
  }

  private Bulk with(Options other) {
    return new Bulk(node, finder, changes, actor, filter, other);
  }

  @Override
  public BulkControl from(Cursor cursor) {
    return with(new Options(cursor, options.atMost, options.onEach));
  }

  @Override
  public BulkControl atMost(int tasks) {
    if (tasks < 1) {
      throw new IllegalArgumentException("A bulk reads 1 task or more, not " + tasks);
    }
    return with(new Options(options.after, tasks, options.onEach));
  }

  @Override
  public BulkControl onEach(Consumer<Result> listener) {
    return with(new Options(options.after, options.atMost, listener));
  }

  @Override
  public TaskChanges<BulkPreview> dryRun() {
    return new DryRun();
  }

  /** Counts the tasks that this bulk would change. */
  private final class DryRun extends TaskActions<BulkPreview> {
    DryRun() {
      super(node);
    }

    @Override
    public BulkPreview hold() {
      return holdOnce();
    }

    @Override
    BulkPreview change(TaskAction action) {
      BulkReport report = run(action, true);
      return new BulkPreview(report.matched(), report.changed(), report.refused(), report.next());
    }
  }

  @Override
  public BulkReport hold() {
    return holdOnce();
  }

  @Override
  BulkReport change(TaskAction action) {
    return run(action, false);
  }

  private BulkReport run(TaskAction action, boolean dry) {
    requireNarrow(action, dry);
    int atMost = options.atMost == null ? USUAL_MOST : options.atMost;
    int matched = 0;
    int allowed = 0;
    Cursor next = options.after;
    do {
      int size = Math.min(BATCH, atMost - matched);
      Page<FoundTask> page = finder.page(filter, next, size);
      for (Result result : change(action, page.items(), dry)) {
        allowed += result.result().isDone() || result.result().wouldChange() ? 1 : 0;
        options.onEach.accept(result);
      }
      matched += page.items().size();
      next = page.next().orElse(null);
    } while (next != null && matched < atMost);
    return new BulkReport(matched, allowed, matched - allowed, Optional.ofNullable(next));
  }

  private void requireNarrow(TaskAction action, boolean dry) {
    if (filter.isEveryTask() && options.atMost == null && !dry) {
      throw new IllegalArgumentException(
          "The filter matches every task. Narrow it, or call atMost to change the first ones");
    }
    if (action.action() == Action.RUN_AGAIN && !filter.namesStatus() && filter.ids().isEmpty()) {
      throw new IllegalArgumentException(
          "The filter names neither a status nor ids, so DONE tasks would run a second time."
              + " Name FAILED, CANCELLED or DONE, or name ids");
    }
  }

  private List<Result> change(TaskAction action, List<FoundTask> page, boolean dry) {
    List<Task> live = new ArrayList<>();
    List<FinishedTask> ended = new ArrayList<>();
    for (FoundTask found : page) {
      if (found instanceof FoundTask.Live one) {
        live.add(one.task());
      } else if (found instanceof FoundTask.Finished one) {
        ended.add(one.task());
      }
    }
    Iterator<ChangeResult> changed = changes.changeAll(action, live, actor, dry).iterator();
    Iterator<ChangeResult> again = runAgain(action, ended, dry).iterator();
    List<Result> results = new ArrayList<>();
    for (FoundTask found : page) {
      results.add(
          new Result(found.id(), (found instanceof FoundTask.Live ? changed : again).next()));
    }
    return results;
  }

  private List<ChangeResult> runAgain(TaskAction action, List<FinishedTask> ended, boolean dry) {
    Function<FinishedTask, NextPosition> rule = action.finished();
    return rule == null
        ? ended.stream().map(task -> refused("It has ended " + task.status())).toList()
        : changes.runAllAgain(rule, ended, actor, dry);
  }

  private static ChangeResult refused(String reason) {
    return ChangeReport.refused(Kind.NOT_ALLOWED, reason);
  }
}
