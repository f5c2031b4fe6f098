package dev.baton.engine.attempt.unknown;

import dev.baton.api.error.UnknownHereException;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.TaskLog;
import dev.baton.engine.cluster.OtherNodes;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what follows if a task needs something that this node doesn't know, such as a state or a
 * decryption key: outcome → transition. The node gives the task back, so that another node can run
 * it. If the grace ends and no other node may know it either, the task stops in ERROR. Thread-safe.
 */
public final class UnknownTasks {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownTasks.class);

  private final Duration grace;
  private final UnknownHere met;
  private final OtherNodes others;
  private final TaskLog log;

  /** True once this node has claimed such a task. Most nodes never have one. */
  private volatile boolean any;

  public UnknownTasks(NodeContext node) {
    this.grace = node.settings().unknownTypeGrace();
    this.met = new UnknownHere(node.runtime()::nanoTime, grace, UnknownHere.MAX_TASKS);
    this.others = new OtherNodes(node);
    this.log = node.taskLog();
  }

  /**
   * Returns the transition that gives the task back or stops it in ERROR. The attempt doesn't count
   * as failed.
   */
  public Transition givenBack(Task task, UnknownHereException unknown) {
    String what = String.valueOf(unknown.getMessage());
    any = true;
    UnknownHere.UnknownClaim answer = met.met(task);
    if (!answer.over()) {
      tellGivenBack(task, what);
      return HolderRules.unknownHere(task, answer.again(), answer.first() ? what : null);
    }
    OtherNodes.OtherNodesAnswer left = others.whoMayKnow(task);
    if (left == null) {
      return HolderRules.unknownHere(task, answer.again(), null);
    }
    if (left.mayKnow().isEmpty()) {
      return stopped(task, what);
    }
    tellLeft(task, what, left.mayKnow());
    return HolderRules.unknownHere(task, answer.again(), left.isNoted() ? null : what);
  }

  private Transition stopped(Task task, String what) {
    met.forget(task.id());
    String text =
        "No node could run this task for "
            + Texts.duration(grace)
            + ". Reason on this node: "
            + what
            + ". Start a node that knows it, then retry the task; or cancel the task";
    if (met.isNews(text)) {
      log.about(
          task,
          () ->
              LOG.error(
                  "Baton stopped task {}, and perhaps more, in ERROR: {}",
                  task.id(),
                  Texts.line(text)));
    }
    return HolderRules.unknownToAll(task, text);
  }

  private void tellGivenBack(Task task, String what) {
    if (met.isNews(task.spec().type() + what)) {
      log.about(
          task,
          () ->
              LOG.warn(
                  "This node can't run task {}, and perhaps more: {}. It gives the task back for"
                      + " other nodes. If none runs it within {}, the task stops in ERROR",
                  task.id(),
                  Texts.line(what),
                  Texts.duration(grace)));
    }
  }

  private void tellLeft(Task task, String what, List<String> names) {
    if (met.isNews(task.spec().type() + what + names)) {
      log.about(
          task,
          () ->
              LOG.warn(
                  "Task {}, and perhaps more, has waited for another node for {}, because this node"
                      + " can't run it: {}. It stays READY, because these nodes run its type and"
                      + " haven't tried it yet: {}. Check whether they are busy or a limit is full",
                  task.id(),
                  Texts.duration(grace),
                  Texts.line(what),
                  Texts.line(names)));
    }
  }

  /** Returns whether this node leaves the task to other nodes now. */
  public boolean leaves(Candidate candidate) {
    return any && met.leaves(candidate);
  }

  /** Returns whether this node leaves all tasks of the type to other nodes now. */
  public boolean leavesType(String type) {
    return any && met.leavesType(type);
  }
}
