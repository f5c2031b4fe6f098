package dev.baton.operate;

import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.override.Overridable;
import dev.baton.operate.override.internal.PlainWords;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A reason why a task isn't running now, or the fact that the task is running or has ended. */
public sealed interface WaitReason {

  /** Returns the reason as text, without the task's name, such as "it is held". */
  String words();

  /** The task does not exist: it was never added, or it ended and is no longer kept. */
  record NotFound() implements WaitReason {
    @Override
    public String words() {
      return "the task doesn't exist: it was never added, its transaction hasn't committed, or it"
          + " has ended and is no longer kept";
    }
  }

  /**
   * The task has ended.
   *
   * @param error why the task failed or was cancelled; null if no reason is stored
   */
  record Ended(Status status, Instant at, @Nullable String error) implements WaitReason {
    @Override
    public String words() {
      return "it ended "
          + status
          + " at "
          + at
          + (error == null ? "" : ": " + PlainWords.firstLine(error));
    }
  }

  /** An operator holds the task until it is released or rescheduled. */
  record Held() implements WaitReason {
    @Override
    public String words() {
      return "it is held until it is released";
    }
  }

  /**
   * The task waits for other tasks to end.
   *
   * @param left number of tasks that haven't ended
   * @param tasks ids of some of these tasks
   */
  record WaitsFor(int left, List<UUID> tasks) implements WaitReason {
    public WaitsFor {
      tasks = List.copyOf(tasks);
    }

    @Override
    public String words() {
      String others = left == 1 ? "1 other task" : left + " other tasks";
      String ids = tasks.stream().map(UUID::toString).collect(Collectors.joining(", "));
      return "it waits for " + others + " to end" + (left == 1 ? ": " : ", among them ") + ids;
    }
  }

  /**
   * The task at the start of the chain. The explained task waits for it, directly or through other
   * tasks; it itself waits for no task.
   *
   * @param since when that task got its status
   * @param behind how many tasks wait for that task, directly or through others; from {@link
   *     Explanation#MAX_COUNTED} on, the real number may be larger
   */
  record Root(UUID task, String type, Status status, Instant since, int behind)
      implements WaitReason {
    @Override
    public String words() {
      return "the first task in its way is "
          + task
          + " of type "
          + type
          + ", "
          + status
          + " since "
          + since
          + "; "
          + Explanation.behindWords(behind);
    }
  }

  /**
   * The task is in ERROR until an operator retries it or gives it up.
   *
   * @param error the latest error, or null if none is stored
   */
  record NeedsAPerson(@Nullable String error) implements WaitReason {
    @Override
    public String words() {
      return "it needs a person" + (error == null ? "" : ", after: " + PlainWords.firstLine(error));
    }
  }

  /**
   * The task is not due yet.
   *
   * @param left time until it is due; zero if it is due and the next sweep makes it ready
   * @param error the error before this retry; null if this isn't a retry
   */
  record NotDue(Instant at, Duration left, @Nullable String error) implements WaitReason {
    @Override
    public String words() {
      return (left.isZero()
              ? "it was due at " + at + "; the next sweep makes it ready"
              : "it is due at " + at + ", in " + Texts.about(left))
          + (error == null ? "" : ", after: " + PlainWords.firstLine(error));
    }
  }

  /**
   * The task is a workflow and waits in one of its steps. Other reasons name what it waits for.
   *
   * @param number the place of the step in the workflow, from 1
   * @param left number of the step's children that haven't ended; 0 if the step has no children
   * @param children number of all children of the step
   */
  record InStep(int number, String name, Instant since, int left, int children)
      implements WaitReason {
    @Override
    public String words() {
      return inWords()
          + (left == 0
              ? ""
              : ", for " + left + " of " + children + (children == 1 ? " child" : " children"));
    }

    /** Returns the reason as text, without the number of children. */
    public String inWords() {
      return "it has waited since " + since + " in step " + number + ", " + name;
    }
  }

  /**
   * The task's handler waits for a signal.
   *
   * @param until time when the handler continues without the signal
   */
  record AwaitsSignal(String name, Instant until) implements WaitReason {
    @Override
    public String words() {
      return "it waits for signal " + name + " until " + until;
    }
  }

  /**
   * A node runs the task.
   *
   * @param node the node's name; null if it isn't listed
   * @param lapsed whether the lease has expired, so that the next sweep makes the task ready again
   */
  record Running(UUID owner, @Nullable String node, int attempt, Instant leaseUntil, boolean lapsed)
      implements WaitReason {
    @Override
    public String words() {
      return (node == null ? "a node that isn't listed (" + owner + ")" : "node " + node)
          + " runs it, attempt "
          + attempt
          + (lapsed
              ? "; its lease ended at " + leaseUntil + ", so the next sweep treats it as lost"
              : "; its lease lasts until " + leaseUntil);
    }
  }

  /** A pause applies to the task. */
  record IsPaused(Paused pause) implements WaitReason {
    @Override
    public String words() {
      Pause what = pause.pause();
      return "tasks"
          + (what.type() == null ? "" : " of type " + what.type())
          + (what.key() == null ? "" : " with key " + what.key())
          + (what.bucket() == null ? "" : " in bucket " + what.bucket())
          + " have been paused since "
          + pause.since()
          + ": "
          + pause.reason();
    }
  }

  /**
   * No live node can run the task.
   *
   * @param knowTheType live nodes that know the type
   * @param runTheBucket live nodes that run the bucket
   */
  record NoNode(String type, String bucket, List<String> knowTheType, List<String> runTheBucket)
      implements WaitReason {
    @Override
    public String words() {
      if (knowTheType.isEmpty()) {
        return "no live node knows the type " + type;
      }
      return runTheBucket.isEmpty()
          ? "no live node runs the bucket " + bucket
          : "the nodes that know the type "
              + type
              + " ("
              + String.join(", ", knowTheType)
              + ") don't run the bucket "
              + bucket
              + ", which runs on "
              + String.join(", ", runTheBucket);
    }
  }

  /**
   * Nodes have given the task back because they don't know what it needs: the version of its
   * payload, its state, or a key. Other nodes may run it.
   *
   * @param since time when the first node gave the task back
   * @param by names of those nodes, if they are listed
   * @param mayKnow nodes that run the task's type and haven't tried to run the task yet
   * @param errorAt time when the task stops in ERROR if nothing changes; null while one of the
   *     {@code mayKnow} nodes is alive, and also if none of the {@code by} nodes is alive
   */
  record GivenBack(Instant since, List<String> by, List<String> mayKnow, @Nullable Instant errorAt)
      implements WaitReason {
    public GivenBack {
      by = List.copyOf(by);
      mayKnow = List.copyOf(mayKnow);
    }

    @Override
    public String words() {
      return "left since "
          + since
          + " to nodes that may know it, because "
          + (by.isEmpty() ? "a node that isn't listed" : String.join(", ", by))
          + " can't run it"
          + (mayKnow.isEmpty() ? "" : "; may know it: " + String.join(", ", mayKnow))
          + (errorAt == null ? "" : "; ERROR at " + errorAt + " if no node has run it by then");
    }
  }

  /**
   * All slots of a cluster limit are taken.
   *
   * @param key the key to which the limit applies; empty if the limit applies to all tasks
   * @param holders the tasks that have the slots, at most 100
   */
  record LimitFull(String limit, String key, int slots, List<Holder> holders)
      implements WaitReason {
    @Override
    public String words() {
      StringBuilder words =
          new StringBuilder("the cluster limit ")
              .append(limit)
              .append(key.isBlank() ? "" : " for key " + key)
              .append(" is full, ")
              .append(slots)
              .append('/')
              .append(slots)
              .append(holders.isEmpty() ? "" : ", used by ");
      for (int i = 0; i < Math.min(holders.size(), Explanation.MAX_NAMED); i++) {
        words.append(i == 0 ? "" : ", ").append(holders.get(i).words());
      }
      int others = holders.size() - Explanation.MAX_NAMED;
      return others > 0
          ? words.append(" and ").append(others).append(" more").toString()
          : words.toString();
    }
  }

  /**
   * A task that has a slot of a limit.
   *
   * @param node name of the node that runs it; null if it isn't listed
   */
  record Holder(UUID task, @Nullable String node) {
    String words() {
      return "task " + task + (node == null ? "" : " on " + node);
    }
  }

  /**
   * A cluster rate has no permit at present.
   *
   * @param key the key to which the limit applies; empty if the limit applies to all tasks
   * @param nextIn time until the rate has a permit for this task, if no other task takes it first
   */
  record RateSpent(String limit, String key, Duration nextIn) implements WaitReason {
    @Override
    public String words() {
      return "the rate "
          + limit
          + (key.isBlank() ? "" : " for key " + key)
          + " gives the next permit in "
          + Texts.about(nextIn);
    }
  }

  /**
   * A limit of the queried node refuses the task. Limits of other nodes are unknown to that node.
   */
  record NodeFull(String reason) implements WaitReason {
    @Override
    public String words() {
      return "the queried node has no slot: " + reason + " (other nodes may have one)";
    }
  }

  /**
   * The queried node starts no tasks, because its database has a problem. Problems of other nodes
   * are unknown to that node.
   */
  record NodeStopped(StoreWarning warning) implements WaitReason {
    @Override
    public String words() {
      return "the queried node starts no tasks, because its database is "
          + warning.kind()
          + ": "
          + warning.message()
          + " (other nodes may start tasks)";
    }
  }

  /**
   * The queried node has no free slot for the task's state.
   *
   * @param ahead number of tasks that get a slot before this task on the queried node
   */
  record InLine(String state, int ahead) implements WaitReason {
    @Override
    public String words() {
      return "the queried node has no free slot for the state "
          + state
          + ", and "
          + ahead
          + (ahead == 1 ? " other task gets" : " other tasks get")
          + " a slot first";
    }
  }

  /** A setting of the task's limits, rate or retry was overridden at run time. */
  record SetAtRunTime(Overridable number) implements WaitReason {
    @Override
    public String words() {
      return number.words();
    }
  }

  /** The queried node does not run tasks of the type, so it does not know their limits. */
  record LimitsUnknown(String type) implements WaitReason {
    @Override
    public String words() {
      return "the queried node doesn't run "
          + type
          + " and doesn't know whether a limit refuses it: query a node that runs it, or build"
          + " the client with client().define(...)";
    }
  }

  /**
   * Ready tasks of the same flow run before the task.
   *
   * @param more whether more tasks exist than were counted
   */
  record Behind(int tasks, boolean more) implements WaitReason {
    @Override
    public String words() {
      return (more ? "more than " : "")
          + tasks
          + (tasks == 1 ? " ready task" : " ready tasks")
          + " of its flow "
          + (tasks == 1 ? "comes" : "come")
          + " before it";
    }
  }

  /**
   * The task's type uses fair shares, and the task's key waits for its turn.
   *
   * @param turn the key's turn, 1 for the next, on the queried node
   * @param keys number of keys that wait for their turns on that node
   */
  record Turn(int turn, int keys) implements WaitReason {
    @Override
    public String words() {
      return "its key has turn " + turn + " of " + keys + " keys on the queried node";
    }
  }

  /** The task is ready, and this node sees nothing that prevents it from running. */
  record NothingHinders() implements WaitReason {
    @Override
    public String words() {
      return "it is ready, and this node sees nothing that prevents it from running: it should"
          + " start at any moment";
    }
  }
}
