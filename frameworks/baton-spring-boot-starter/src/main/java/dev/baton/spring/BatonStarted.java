package dev.baton.spring;

import dev.baton.Baton;

/** A bean that is told of the node each time it has started. */
@FunctionalInterface
public interface BatonStarted {
  void started(Baton baton);
}
