package dev.baton.spring.boot.modulith;

import dev.baton.task.Bytes;

/** Writes events as the application's own Jackson does. Thread-safe. */
interface EventJson {
  Bytes write(Object event);
}
