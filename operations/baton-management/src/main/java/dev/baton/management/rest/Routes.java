package dev.baton.management.rest;

import dev.baton.management.rest.error.ErrorRoutes;
import dev.baton.management.rest.related.RelatedRoute;
import dev.baton.management.rest.request.Route;
import java.util.ArrayList;
import java.util.List;

/** The table of all routes. */
public final class Routes {
  private static final List<Route> ALL = table();

  private Routes() {}

  static List<Route> all() {
    return ALL;
  }

  /**
   * Returns the route of this method and template.
   *
   * @throws IllegalArgumentException if the route doesn't exist
   */
  public static Route named(String method, String template) {
    return ALL.stream()
        .filter(route -> route.method().equals(method) && route.template().equals(template))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No route " + method + " " + template));
  }

  private static List<Route> table() {
    List<Route> all = new ArrayList<>();
    all.addAll(RootRoutes.all());
    all.addAll(OverviewRoute.all());
    all.addAll(AcknowledgementRoutes.all());
    all.addAll(StatisticsRoutes.all());
    all.addAll(ErrorRoutes.all());
    all.addAll(TypeRoutes.all());
    all.addAll(LimitRoutes.all());
    all.addAll(TaskRoutes.all());
    all.add(AddRoute.route());
    all.addAll(ContentRoutes.all());
    all.addAll(HistoryRoutes.all());
    all.add(RelatedRoute.route());
    all.addAll(TaskActionRoutes.all());
    all.add(BulkRoute.route());
    all.addAll(PauseRoutes.all());
    all.addAll(ScheduleRoutes.all());
    all.addAll(NodeRoutes.all());
    all.addAll(AuditRoutes.all());
    return List.copyOf(all);
  }
}
