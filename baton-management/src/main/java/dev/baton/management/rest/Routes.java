package dev.baton.management.rest;

import java.util.ArrayList;
import java.util.List;

/** The table of all routes. */
final class Routes {
  private Routes() {}

  static List<Route> all() {
    List<Route> all = new ArrayList<>();
    all.addAll(TaskRoutes.all());
    return List.copyOf(all);
  }
}
