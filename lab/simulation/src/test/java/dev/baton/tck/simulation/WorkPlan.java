package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The steps of a workflow, which are drawn from the id of its task. */
record WorkPlan(List<Part> parts) {
  private static final int KINDS = 9;
  private static final int MOST_CHILDREN = 6;

  enum Kind {
    WORK,
    RETRY,
    SLEEP,
    NOW,
    CALL,
    CALL_ALL,
    SIGNAL,
    VERSION
  }

  /**
   * One or more steps.
   *
   * @param place its name for the checkers
   * @param rest the length of a wait
   */
  record Part(String place, Kind kind, int children, int atATime, Duration rest) {
    int steps() {
      return kind == Kind.NOW ? 2 : 1;
    }

    /** Returns whether the only child of this call may be on hold. */
    boolean mayHold() {
      return kind == Kind.CALL && children == MOST_CHILDREN;
    }
  }

  static WorkPlan of(UUID task) {
    Chance plan = new Chance(task.getLeastSignificantBits());
    List<Part> parts = new ArrayList<>();
    parts.add(new Part("0", Kind.WORK, 1, 1, Duration.ZERO));
    int last = plan.between(1, 5);
    for (int i = 1; i <= last; i++) {
      int children = plan.between(1, MOST_CHILDREN);
      int atATime = plan.between(1, 3);
      Duration rest = plan.millis(0, 900);
      Kind kind =
          switch (plan.nextInt(KINDS)) {
            case 0 -> Kind.SLEEP;
            case 1 -> Kind.NOW;
            case 2 -> Kind.CALL_ALL;
            case 3, 4 -> Kind.CALL;
            case 5 -> Kind.RETRY;
            case 6 -> Kind.SIGNAL;
            case 7 -> Kind.VERSION;
            default -> Kind.WORK;
          };
      parts.add(new Part(Integer.toString(i), kind, children, atATime, rest));
    }
    return new WorkPlan(parts);
  }

  /** Returns the places with a step that has this number, from 1, or a later one. */
  Set<String> from(int number) {
    Set<String> places = new HashSet<>();
    int done = 0;
    for (Part part : parts) {
      done += part.steps();
      if (done >= number) {
        places.add(part.place());
      }
    }
    return places;
  }
}
