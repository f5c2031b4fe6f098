// Reads the shown view repeatedly while the page is visible.

const LONGEST_MILLIS = 30_000;
/**
 * After a reading, a view rests for this many times as long as the reading took, so a view that is
 * slow to read is read less often. A view that the server reads for all users together can rest
 * less.
 */
const REST_TO_WORK = 5;
/** First pause if a part of the data isn't read yet. Each further pause is longer by this time. */
const SOON_MILLIS = 250;
/** Delay of a response after which the shown data counts as old. */
const GRACE_MILLIS = 2_000;

/** Reads one view. It owns its timer. After `stop` it does nothing any more. */
export class Live {
  #load;
  #told;
  #everyMillis;
  #restToWork;
  #timer = null;
  #reading = null;
  #failures = 0;
  #ended = false;
  #again = false;
  #incomplete = 0;

  /**
   * `told` is called with `{data, goodForMillis}` or `{problem, failures}`. Data with `incomplete`
   * are read again soon.
   */
  constructor(load, told, everySeconds, restToWork = REST_TO_WORK) {
    this.#load = load;
    this.#told = told;
    this.#everyMillis = everySeconds * 1_000;
    this.#restToWork = restToWork;
  }

  /** Reads now. If a reading is in progress, reads once more after it. */
  async now() {
    clearTimeout(this.#timer);
    if (this.#ended) return;
    if (this.#reading) {
      this.#again = true;
      return;
    }
    const reading = new AbortController();
    this.#reading = reading;
    const began = performance.now();
    let refused = false;
    try {
      const data = await this.#load(reading.signal);
      this.#failures = 0;
      this.#incomplete = data?.incomplete ? this.#incomplete + 1 : 0;
      const tookMillis = performance.now() - began;
      this.#tell({ data, goodForMillis: this.#pause(tookMillis) + tookMillis + GRACE_MILLIS });
    } catch (problem) {
      this.#failures++;
      refused = problem.status === 400;
      this.#tell({ problem, failures: this.#failures });
    } finally {
      this.#reading = null;
      this.#next(performance.now() - began, refused);
    }
  }

  stop() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#reading?.abort();
  }

  #tell(news) {
    if (!this.#ended) this.#told(news);
  }

  #next(tookMillis, refused) {
    if (this.#ended) return;
    if (this.#again) {
      this.#again = false;
      this.now();
      return;
    }
    // A hidden page reads nothing; `now` is called when it is visible again. A request that was
    // refused as invalid isn't repeated, because it would fail again and only load the database.
    if (document.hidden || refused) return;
    this.#timer = setTimeout(() => this.now(), this.#pause(tookMillis));
  }

  #pause(tookMillis) {
    if (this.#incomplete && !this.#failures) return Math.min(this.#incomplete * SOON_MILLIS, this.#everyMillis);
    const usual = Math.max(this.#everyMillis, Math.min(tookMillis * this.#restToWork, LONGEST_MILLIS));
    return this.#failures ? Math.min(usual * 2 ** (this.#failures - 1), LONGEST_MILLIS) : usual;
  }
}
