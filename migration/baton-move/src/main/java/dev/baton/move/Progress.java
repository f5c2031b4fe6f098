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
public record Progress(long moved, long alreadyThere, long keys, long left) {
  static final Progress NONE = new Progress(0, 0, 0, 0);

  Progress plus(Progress other) {
    return new Progress(
        moved + other.moved,
        alreadyThere + other.alreadyThere,
        keys + other.keys,
        left + other.left);
  }

  /** Returns the progress with another number of rows that stay. */
  Progress withLeft(long now) {
    return new Progress(moved, alreadyThere, keys, now);
  }
}
