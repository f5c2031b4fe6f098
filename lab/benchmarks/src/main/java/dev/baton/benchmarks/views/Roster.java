package dev.baton.benchmarks.views;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Every view of the page and of its REST interface, with the searches that an operator is likely to
 * make.
 */
final class Roster {
  private static final Duration DAY = Duration.ofDays(1);
  private static final String BUSY = "type=TYPE_0";
  private static final String RARE = "type=ONCE_A_DAY";

  private final Samples samples;
  private final List<View> views = new ArrayList<>();

  private Roster(Samples samples) {
    this.samples = samples;
  }

  static List<View> of(Samples samples) {
    Roster roster = new Roster(samples);
    roster.overview();
    roster.lists();
    roster.byStatus();
    roster.byNames();
    roster.byTimes();
    roster.oneTask();
    roster.bulks();
    return List.copyOf(roster.views);
  }

  private void overview() {
    statistics("Overview", "/overview");
    get("Panels of the overview", "/overview/panels");
    statistics("Counts", "/counts");
    statistics("Series of an hour", "/statistics?minutes=60");
    statistics("Series of an hour, by type", "/statistics?minutes=60&by=type");
    statistics("Series of a day, by type", "/statistics?minutes=1440&by=type");
    statistics("Series of a week, by type", "/statistics?minutes=10080&by=type");
    statistics("Series of an hour, one type", "/statistics?minutes=60&by=type&" + BUSY);
    statistics("Series of a day, one type", "/statistics?minutes=1440&by=type&" + BUSY);
    statistics("Series of a week, one type", "/statistics?minutes=10080&by=type&" + BUSY);
    statistics("Series of a week, one bucket", "/statistics?minutes=10080&bucket=bucket-1");
    statistics("Errors by cause", "/errors");
    statistics("Errors by cause, one type", "/errors?" + BUSY);
    statistics("Types", "/types");
    statistics("Buckets", "/buckets");
    statistics("Limits", "/limits");
  }

  private void lists() {
    get("Nodes", "/nodes");
    get("The database", "/database");
    get("Pauses", "/pauses");
    get("Overrides", "/overrides");
    get("Schedules", "/schedules");
    get("Schedules, next page", "/schedules?after=_00000000-0000-0000-0000-000000000000");
    get("One schedule", "/schedules/every-hour-100");
    get("Audit", "/audit");
    get("Audit, next page", "/audit?after=" + samples.midAudit());
    get("Audit of a person", "/audit?actor=person-7");
    get("Audit of nobody", "/audit?actor=nobody");
    get("Audit of an action", "/audit?action=CANCEL");
    get("Audit of a day", "/audit?from=" + samples.before(DAY));
  }

  private void byStatus() {
    tasks("all", "");
    tasks("all, oldest first", "order=oldest");
    tasks("all, next page of live ones", "after=" + samples.midLive());
    tasks("all, next page of finished ones", "after=" + samples.midFinished());
    for (String status :
        List.of("BLOCKED", "WAITING", "READY", "RUNNING", "ERROR", "DONE", "FAILED", "CANCELLED")) {
      tasks(status, "status=" + status);
    }
    tasks("READY, oldest first", "status=READY&order=oldest");
    tasks("ended", "status=DONE,FAILED,CANCELLED");
    tasks("ended, next page", "status=DONE,FAILED,CANCELLED&after=" + samples.midFinished());
    tasks("FAILED, next page", "status=FAILED&after=" + samples.midFinished());
    tasks("in trouble", "status=ERROR,FAILED");
    // Incidents use the searches of the overview, four times a minute: counts and stuck.
    tasks("stuck", "stuck=true");
    tasks("stuck, RUNNING", "stuck=true&status=RUNNING");
    tasks("stuck, a rare type", "stuck=true&" + RARE);
    tasks("stuck, a type that isn't there", "stuck=true&type=NONE");
    tasks("retried", "retrying=true");
    tasks("retried, many attempts", "retrying=true&attempts=5");
    tasks("ERROR, by the error's text", "status=ERROR&error=refused");
  }

  private void byNames() {
    tasks("a busy type", BUSY);
    tasks("a busy type, next page", BUSY + "&after=" + samples.midFinished());
    tasks("a rare type", RARE);
    tasks("a type that isn't there", "type=NONE");
    tasks("a busy type, READY, oldest first", BUSY + "&status=READY&order=oldest");
    for (String status : List.of("WAITING", "READY", "RUNNING", "ERROR", "DONE", "FAILED")) {
      tasks("a rare type, " + status, RARE + "&status=" + status);
    }
    tasks("a busy type, FAILED", BUSY + "&status=FAILED");
    tasks("the beginning of a type", "typePrefix=TYPE_3");
    tasks("the beginning of a rare type", "typePrefix=ONCE");
    tasks("a bucket", "bucket=bucket-0");
    tasks("a rare bucket", "bucket=bucket-199");
    tasks("a rare bucket, ERROR", "bucket=bucket-199&status=ERROR");
    tasks("a rare bucket, DONE", "bucket=bucket-199&status=DONE");
    tasks("a rare bucket, FAILED", "bucket=bucket-199&status=FAILED");
    tasks("a sub-type", "subType=VARIANT_5");
    tasks("a sub-type that isn't there", "subType=NONE");
    tasks("a sub-type that isn't there, a type", "subType=NONE&" + BUSY);
    tasks("a key", "key=customer-77");
    tasks("a key, a type", "key=customer-77&" + BUSY);
    tasks("a key, ERROR", "key=customer-77&status=ERROR");
    tasks("a key, live", "key=customer-77&status=BLOCKED,WAITING,READY,RUNNING,ERROR");
    tasks("a key that isn't there", "key=nobody");
    tasks("a parent", "parent=" + samples.chain());
    tasks("a correlation", "correlation=" + samples.chain());
    tasks("50 ids", "id=" + String.join(",", samples.ids()));
  }

  private void byTimes() {
    String day =
        "&finishedFrom="
            + samples.before(DAY.multipliedBy(10))
            + "&finishedTo="
            + samples.before(DAY.multipliedBy(9));
    tasks("added within an hour", "createdFrom=" + samples.before(Duration.ofHours(1)));
    tasks(
        "added on one day",
        "createdFrom="
            + samples.before(DAY.multipliedBy(10))
            + "&createdTo="
            + samples.before(DAY.multipliedBy(9)));
    tasks("added before two weeks ago", "createdTo=" + samples.before(DAY.multipliedBy(14)));
    tasks(
        "due tomorrow",
        "runAtFrom=" + samples.after(DAY) + "&runAtTo=" + samples.after(DAY.multipliedBy(2)));
    tasks(
        "WAITING, due within an hour",
        "status=WAITING&runAtTo=" + samples.after(Duration.ofHours(1)));
    tasks("ended on one day", day.substring(1));
    tasks("ended on one day, a rare type", RARE + day);
    tasks("ended on one day, FAILED, a type", BUSY + "&status=FAILED" + day);
    tasks("ended on one day, a key", "key=customer-77" + day);
    tasks("ended on one day, a key, a type", "key=customer-77&" + BUSY + day);
    tasks("ended on one day, a parent", "parent=" + samples.chain() + day);
    tasks("ended on one day, a sub-type that isn't there", "subType=NONE" + day);
    tasks("ended on one day, a rare bucket", "bucket=bucket-199" + day);
  }

  private void oneTask() {
    one("READY", samples.ready());
    one("WAITING", samples.due());
    one("RUNNING", samples.held());
    one("BLOCKED", samples.blocked());
    one("ERROR", samples.stopped());
    one("DONE", samples.done());
    one("FAILED", samples.failed());
    get("Payload", "/tasks/" + samples.done() + "/payload");
    get("Result", "/tasks/" + samples.done() + "/result");
  }

  private void one(String status, String id) {
    get("Task, " + status, "/tasks/" + id);
    get("Its steps, " + status, "/tasks/" + id + "/steps");
    get("Its history, " + status, "/tasks/" + id + "/history");
    get("Its attempts, " + status, "/tasks/" + id + "/attempts");
    get("Why it waits, " + status, "/tasks/" + id + "/explanation");
    get("Its relatives, " + status, "/tasks/" + id + "/related");
    get("Its audit, " + status, "/tasks/" + id + "/audit");
  }

  private void bulks() {
    bulk("Dry run: retry ERROR, 1,000", "retry", "\"status\":[\"ERROR\"]", 1_000);
    bulk("Dry run: retry ERROR, 10,000", "retry", "\"status\":[\"ERROR\"]", 10_000);
    bulk(
        "Dry run: retry ERROR, a type",
        "retry",
        "\"status\":[\"ERROR\"],\"type\":\"TYPE_0\"",
        10_000);
    bulk(
        "Dry run: cancel WAITING, a rare bucket",
        "cancel",
        "\"status\":[\"WAITING\"],\"bucket\":\"bucket-199\"",
        1_000);
    bulk("Dry run: reschedule what is stuck", "reschedule", "\"stuck\":true", 1_000);
    bulk(
        "Dry run: run FAILED again, a type",
        "run-again",
        "\"status\":[\"FAILED\"],\"type\":\"TYPE_0\"",
        10_000);
  }

  private void bulk(String name, String action, String filter, int atMost) {
    String reason = action.equals("cancel") ? ",\"reason\":\"measured\"" : "";
    String body =
        "{\"filter\":{"
            + filter
            + "},\"action\":\""
            + action
            + "\""
            + reason
            + ",\"atMost\":"
            + atMost
            + ",\"dryRun\":true}";
    views.add(View.post(name, "/bulk", body));
  }

  private void tasks(String name, String query) {
    get("Tasks: " + name, "/tasks?" + query);
  }

  private void get(String name, String path) {
    views.add(View.get(name, path));
  }

  private void statistics(String name, String path) {
    views.add(View.figures(name, path));
  }
}
