package dev.baton.spring;

import dev.baton.Baton;

/** A bean that has the last word on this application's node before it starts. */
@FunctionalInterface
public interface BatonCustomizer {
  void customize(Baton.Builder node);
}
