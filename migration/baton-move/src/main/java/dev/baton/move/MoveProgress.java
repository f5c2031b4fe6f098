package dev.baton.move;

/**
 * The result of a run.
 *
 * @param moved tasks and schedules that were moved to Baton or, when undoing, returned to the old
 *     engine
 * @param alreadyThere rows whose id, key or schedule Baton had already: their old rows were ended
 * @param keys rows that had ended before the run, whose ids and unique keys are now taken in Baton
 * @param left rows that stay. In a move, those of the latest round that can't be moved; when
 *     undoing, those that have started or ended in Baton
 */
public record MoveProgress(long moved, long alreadyThere, long keys, long left) {
  static final MoveProgress NONE = new MoveProgress(0, 0, 0, 0);

  MoveProgress plus(MoveProgress other) {
    return new MoveProgress(
        moved + other.moved,
        alreadyThere + other.alreadyThere,
        keys + other.keys,
        left + other.left);
  }

  /** Returns the progress with another number of rows that stay. */
  MoveProgress withLeft(long now) {
    return new MoveProgress(moved, alreadyThere, keys, now);
  }
}
