package io.quarkus.scheduler;

/** Replaces the annotation of quarkus-scheduler, which this module doesn't need otherwise. */
public @interface Scheduled {
  String cron();
}
