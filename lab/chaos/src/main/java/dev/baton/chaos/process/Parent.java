package dev.baton.chaos.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The process that started this one, at the other end of its input. */
final class Parent {
  private Parent() {}

  /** Passes on the parent's commands. If the parent dies, this process ends at once. */
  static void watch(Consumer<String> onWord) {
    Thread watcher = new Thread(() -> listen(onWord), "parent");
    watcher.setDaemon(true);
    watcher.start();
  }

  private static void listen(Consumer<String> onWord) {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String word = input.readLine(); word != null; word = input.readLine()) {
        onWord.accept(word);
      }
    } catch (IOException gone) {
      // A read error means that the parent is dead, too.
    }
    Runtime.getRuntime().halt(3);
  }
}
