package dev.baton.move;

/**
 * What a run has done.
 *
 * @param moved tasks and schedules that are Baton's now, or, undoing, the old engine's again
 * @param alreadyThere rows whose id, key or schedule Baton had already: their old rows were ended
 * @param keys rows that had ended when it began, whose ids and unique keys Baton now knows
 * @param left rows that stay: in the latest round, those that can't be carried; undoing, those that
 *     have started in Baton or ended there
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

  /** The same with that many rows that stay. */
  Progress withLeft(long now) {
    return new Progress(moved, alreadyThere, keys, now);
  }
}
