package dev.baton.quarkus;

import dev.baton.Baton;

/** A bean that is called with the node when the node has started. */
@FunctionalInterface
public interface BatonStarted {
  void started(Baton baton);
}
