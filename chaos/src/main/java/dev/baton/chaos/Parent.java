package dev.baton.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The process that started this one, at the other end of its input. */
final class Parent {
  private Parent() {}

  /** Returns when asked to end; if the parent dies, so does this process, at once. */
  static void awaitWord() {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      if (input.readLine() == null) {
        Runtime.getRuntime().halt(3);
      }
    } catch (IOException gone) {
      Runtime.getRuntime().halt(3);
    }
  }

  /** Dies with the parent, also while something else is done. */
  static void watch(Runnable onWord) {
    Thread watcher =
        new Thread(
            () -> {
              awaitWord();
              onWord.run();
              awaitWord();
            },
            "parent");
    watcher.setDaemon(true);
    watcher.start();
  }
}
