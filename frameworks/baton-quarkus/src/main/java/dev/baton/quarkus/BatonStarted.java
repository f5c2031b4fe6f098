package dev.baton.quarkus;

import dev.baton.Baton;

/** A bean that is told of the node when it has started. */
@FunctionalInterface
public interface BatonStarted {
  void started(Baton baton);
}
