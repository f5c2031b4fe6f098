package dev.baton.testkit;

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

  /** Forgets the steps of a task. */
  void forgetSteps(UUID task);

  /** Forgets all that attempts of a task noted. */
  void forgetNotes(UUID task);

  /** Counts one more effect of the application under this name. */
  void addEffect(String name);
}
