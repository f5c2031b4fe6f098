package dev.baton.operate;

import dev.baton.cluster.Pause;
import dev.baton.cluster.Paused;
import dev.baton.cluster.StoreWarning;
import dev.baton.operate.override.Overridable;
import dev.baton.operate.override.internal.PlainWords;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why a task isn't running now, or that it is. */
public sealed interface WaitReason {

  /** The same in words, without the task's name: "it is held". */
  String words();

  /** There is no such task: it was never added, or left no trace, or its trace was pruned. */
  record NotFound() implements WaitReason {
    @Override
    public String words() {
      return "there is no such task: it was never added, its transaction hasn't committed, or it"
          + " has ended and is kept no longer";
    }
  }

  /**
   * The task has ended.
   *
   * @param error why it failed or was cancelled, or null
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

  /** It is held until an operator releases or reschedules it. */
  record Held() implements WaitReason {
    @Override
    public String words() {
      return "it is held until it is released";
    }
  }

  /**
   * It waits for other tasks to end.
   *
   * @param left how many of them haven't
   * @param tasks the first of those
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
   * It is in ERROR until an operator retries it or gives it up.
   *
   * @param error the latest, or null where none is kept
   */
  record NeedsAPerson(@Nullable String error) implements WaitReason {
    @Override
    public String words() {
      return "it needs a person" + (error == null ? "" : ", after: " + PlainWords.firstLine(error));
    }
  }

  /**
   * The task isn't due yet.
   *
   * @param left zero when it has come, and the next sweep makes it ready
   * @param error what failed before, if this is a retry; null otherwise
   */
  record NotDue(Instant at, Duration left, @Nullable String error) implements WaitReason {
    @Override
    public String words() {
      return (left.isZero()
              ? "it was due at " + at + " and is about to be made ready"
              : "it is due at " + at + ", in " + PlainWords.about(left))
          + (error == null ? "" : ", after: " + PlainWords.firstLine(error));
    }
  }

  /**
   * Its handler waits for a signal.
   *
   * @param until when it goes on without it
   */
  record AwaitsSignal(String name, Instant until) implements WaitReason {
    @Override
    public String words() {
      return "it waits for signal " + name + " until " + until;
    }
  }

  /**
   * A node runs it.
   *
   * @param node what the node is called; null when it isn't listed
   * @param lapsed whether the lease has ended: the next sweep makes the task ready again
   */
  record Running(UUID owner, @Nullable String node, int attempt, Instant leaseUntil, boolean lapsed)
      implements WaitReason {
    @Override
    public String words() {
      return (node == null ? "a node that isn't listed (" + owner + ")" : "node " + node)
          + " runs it, attempt "
          + attempt
          + (lapsed
              ? "; its lease ended at " + leaseUntil + ", so it is taken for lost at the next sweep"
              : "; its lease lasts until " + leaseUntil);
    }
  }

  /** A pause covers it. */
  record IsPaused(Paused pause) implements WaitReason {
    @Override
    public String words() {
      Pause what = pause.pause();
      return "tasks"
          + (what.type() == null ? "" : " of type " + what.type())
          + (what.key() == null ? "" : " with key " + what.key())
          + (what.bucket() == null ? "" : " in bucket " + what.bucket())
          + " are paused since "
          + pause.since()
          + ": "
          + pause.reason();
    }
  }

  /**
   * No live node can run it.
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
   * Nodes have given it back because they can't run it: another version of its payload, its state,
   * a key. It is left to others.
   *
   * @param since when the first of them did
   * @param by their names, as far as they are listed
   * @param mayKnow nodes that run its type and haven't tried it yet
   * @param errorAt when it stops in ERROR if nothing changes until then; null while one of {@code
   *     mayKnow} lives, and when none of {@code by} does
   */
  record GivenBack(Instant since, List<String> by, List<String> mayKnow, @Nullable Instant errorAt)
      implements WaitReason {
    public GivenBack {
      by = List.copyOf(by);
      mayKnow = List.copyOf(mayKnow);
    }

    @Override
    public String words() {
      return "left to nodes that may know it since "
          + since
          + ", as "
          + (by.isEmpty() ? "a node that isn't listed" : String.join(", ", by))
          + " can't run it"
          + (mayKnow.isEmpty() ? "" : "; may know it: " + String.join(", ", mayKnow))
          + (errorAt == null ? "" : "; ERROR at " + errorAt + " when none has run it by then");
    }
  }

  /**
   * All slots of a limit of the cluster are taken.
   *
   * @param key the key it counts for; empty where it counts for all
   * @param holders those who have them, 100 at the most
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
              .append(", held by ");
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
   * A task that has a slot.
   *
   * @param node what the node that runs it is called; null when it isn't listed
   */
  record Holder(UUID task, @Nullable String node) {
    String words() {
      return "task " + task + (node == null ? "" : " on " + node);
    }
  }

  /**
   * A rate of the cluster is used up for now.
   *
   * @param key the key it counts for; empty where it counts for all
   * @param nextIn when it gives this task its share, if no other takes it first
   */
  record RateSpent(String limit, String key, Duration nextIn) implements WaitReason {
    @Override
    public String words() {
      return "the rate "
          + limit
          + (key.isBlank() ? "" : " for key " + key)
          + " gives the next permit in "
          + PlainWords.about(nextIn);
    }
  }

  /** A limit of the node that was asked refuses it; what others would say isn't known here. */
  record NodeFull(String reason) implements WaitReason {
    @Override
    public String words() {
      return "the node that was asked has no slot: " + reason + " (other nodes weren't asked)";
    }
  }

  /**
   * The node that was asked starts no task, because of what it found of its database; what others
   * found isn't known here.
   */
  record NodeStopped(StoreWarning warning) implements WaitReason {
    @Override
    public String words() {
      return "the node that was asked starts no task, as its database is "
          + warning.kind()
          + ": "
          + warning.message()
          + " (other nodes weren't asked)";
    }
  }

  /**
   * The node that was asked has no slot for its state.
   *
   * @param ahead how many tasks get one there before it
   */
  record InLine(String state, int ahead) implements WaitReason {
    @Override
    public String words() {
      return "the node that was asked has no slot for the state "
          + state
          + ": it is in line there behind "
          + ahead
          + " others";
    }
  }

  /** A number that it goes by was set at run time. */
  record SetAtRunTime(Overridable number) implements WaitReason {
    @Override
    public String words() {
      return number.words();
    }
  }

  /**
   * The node that was asked doesn't start tasks of the type, so their limits aren't known to it.
   */
  record LimitsUnknown(String type) implements WaitReason {
    @Override
    public String words() {
      return "the node that was asked doesn't run "
          + type
          + " and can't tell whether a limit refuses it: ask one that runs it";
    }
  }

  /**
   * Ready tasks of its flow come first.
   *
   * @param more whether there are more than were counted
   */
  record Behind(int tasks, boolean more) implements WaitReason {
    @Override
    public String words() {
      return (more ? "more than " : "") + tasks + " ready tasks of its flow come before it";
    }
  }

  /**
   * The keys of its type take turns, and its key waits for one.
   *
   * @param turn 1 for the next one, on the node that was asked
   * @param keys how many keys wait there for their turns
   */
  record Turn(int turn, int keys) implements WaitReason {
    @Override
    public String words() {
      return "its key has turn " + turn + " of " + keys + " keys on the node that was asked";
    }
  }

  /** It is ready, and this node sees nothing that keeps it from running. */
  record NothingHinders() implements WaitReason {
    @Override
    public String words() {
      return "it is ready and nothing that can be seen from here hinders it: it should start at any"
          + " moment";
    }
  }
}
