package dev.baton.testkit;

import dev.baton.api.PastAttempt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and writes rows: the committed tables themselves, or through an open transaction. */
interface Unit {

  @Nullable LiveRow live(UUID id);

  @Nullable FinishedRow finished(UUID id);

  @Nullable KeyRow key(KeyName name);

  void putLive(LiveRow row);

  void removeLive(UUID id);

  void putFinished(FinishedRow row);

  void removeFinished(UUID id);

  void putKey(KeyName name, KeyRow row);

  void removeKey(KeyName name);

  /** Counts one more effect of the application under this name. */
  void addEffect(String name);

  /** Keeps what an attempt of this task came to. */
  void addAttempt(UUID task, PastAttempt attempt);

  /** Forgets the attempts of a task. */
  void removeAttempts(UUID task);
}
