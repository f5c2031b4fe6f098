package dev.baton.spring.boot.modulith;

import dev.baton.task.Bytes;

/** Writes events with the application's own Jackson. Thread-safe. */
interface EventJson {
  Bytes write(Object event);
}
