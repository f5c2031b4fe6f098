// Reads again and again what is shown, while somebody looks.

const LONGEST_MILLIS = 30_000;
/** A view may take this share of the time: one that is slow to read is read less often. */
const REST_TO_WORK = 5;
/** So much later than planned an answer may come before what is shown counts as old. */
const GRACE_MILLIS = 2_000;

/** One view's reading. It owns its timer; after `stop` nothing of it happens any more. */
export class Live {
  #load;
  #told;
  #everyMillis;
  #timer = null;
  #reading = null;
  #failures = 0;
  #ended = false;
  #again = false;

  /** `told` is called with `{data, goodForMillis}` or `{problem, failures}`. */
  constructor(load, told, everySeconds) {
    this.#load = load;
    this.#told = told;
    this.#everyMillis = everySeconds * 1_000;
  }

  /** Reads now; if it is reading already, once more when that has ended. */
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
    // Nobody looks: `now` is called when somebody does again. What is wrong with a question stays
    // wrong with it; a search that was given up would only be work for the database again.
    if (document.hidden || refused) return;
    this.#timer = setTimeout(() => this.now(), this.#pause(tookMillis));
  }

  #pause(tookMillis) {
    const usual = Math.max(this.#everyMillis, Math.min(tookMillis * REST_TO_WORK, LONGEST_MILLIS));
    return this.#failures ? Math.min(usual * 2 ** (this.#failures - 1), LONGEST_MILLIS) : usual;
  }
}
