package dev.baton.management.incidents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.handler.TypeMetadata.Criticality;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.IncidentSink.Answer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that each service gets the fields of its documentation, within its limits. */
class SinkShapeTest {
  private static final String KEY = "0123456789abcdef0123456789abcdef";

  private final LocalService service = new LocalService();

  SinkShapeTest() throws IOException {}

  @AfterEach
  void closeService() {
    service.close();
  }

  @Test
  void pagerDutyTriggersAndResolvesByDedupKey() throws Exception {
    PagerDuty sink = PagerDuty.routingKey(KEY).at(at("/v2/enqueue"));
    LocalService.Received request = sent(sink, Notices.opened());
    assertThat(request.path()).isEqualTo("/v2/enqueue");
    JsonNode event = request.json();
    assertThat(names(event))
        .isSubsetOf(
            "routing_key",
            "event_action",
            "dedup_key",
            "payload",
            "images",
            "links",
            "client",
            "client_url");
    assertThat(text(event, "routing_key")).isEqualTo(KEY);
    assertThat(text(event, "event_action")).isEqualTo("trigger");
    assertThat(text(event, "dedup_key")).isEqualTo(Notices.KEY).hasSizeLessThanOrEqualTo(255);
    JsonNode payload = event.get("payload");
    assertThat(names(payload))
        .contains("summary", "source", "severity")
        .isSubsetOf(
            "summary",
            "source",
            "severity",
            "timestamp",
            "component",
            "group",
            "class",
            "custom_details");
    assertThat(text(payload, "summary"))
        .isEqualTo("payouts: 3 PAYOUT \"Ü\" <b> tasks are in ERROR");
    assertThat(text(payload, "source")).isEqualTo("payouts");
    assertThat(text(payload, "severity")).isEqualTo("error");
    assertThat(text(payload, "timestamp")).isEqualTo("2026-03-01T08:31:30.123456Z");
    assertThat(text(payload.get("custom_details"), "owner")).isEqualTo("team-pay");
    assertThat(text(event.get("links").get(0), "href")).startsWith("https://ops.example.com/");

    JsonNode end = sent(sink, Notices.resolved()).json();
    assertThat(names(end)).containsExactlyInAnyOrder("routing_key", "event_action", "dedup_key");
    assertThat(text(end, "event_action")).isEqualTo("resolve");
    assertThat(text(end, "dedup_key")).isEqualTo(Notices.KEY);
  }

  @Test
  void pagerDutySeverityFollowsTheTypesCriticality() throws Exception {
    PagerDuty sink = PagerDuty.routingKey(KEY).at(at("/v2/enqueue"));
    assertThat(severity(sink, Criticality.HIGH)).isEqualTo("critical");
    assertThat(severity(sink, Criticality.NORMAL)).isEqualTo("error");
    assertThat(severity(sink, Criticality.LOW)).isEqualTo("warning");
  }

  @Test
  void opsgenieAlertIsCreatedAndClosedByAlias() throws Exception {
    Opsgenie sink = Opsgenie.apiKey(KEY).at(at("/")).team("pay");
    LocalService.Received request = sent(sink, Notices.opened());
    assertThat(request.path()).isEqualTo("/v2/alerts");
    assertThat(request.headers()).containsEntry("Authorization", "GenieKey " + KEY);
    JsonNode alert = request.json();
    assertThat(names(alert))
        .contains("message")
        .isSubsetOf(
            "message",
            "alias",
            "description",
            "responders",
            "visibleTo",
            "actions",
            "tags",
            "details",
            "entity",
            "source",
            "priority",
            "user",
            "note");
    assertThat(text(alert, "alias")).isEqualTo(Notices.KEY);
    assertThat(text(alert, "priority")).isEqualTo("P3");
    assertThat(text(alert, "source")).isEqualTo("payouts");
    assertThat(text(alert.get("responders").get(0), "name")).isEqualTo("pay");
    assertThat(text(alert.get("responders").get(0), "type")).isEqualTo("team");
    assertThat(text(alert.get("details"), "tasks")).isEqualTo("3");

    LocalService.Received end = sent(sink, Notices.resolved());
    assertThat(end.path()).isEqualTo("/v2/alerts/" + Notices.KEY + "/close?identifierType=alias");
    assertThat(names(end.json())).containsExactlyInAnyOrder("source", "user", "note");
  }

  @Test
  void opsgenieMessageIsCutBetweenCharacters() throws Exception {
    Opsgenie sink = Opsgenie.apiKey(KEY).at(at(""));
    String message = text(sent(sink, Notices.ofLongType()).json(), "message");
    assertThat(message).hasSizeLessThanOrEqualTo(130).endsWith("…");
    assertThat(new String(message.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .isEqualTo(message)
        .doesNotContain("?");
  }

  @Test
  void splunkOnCallIsCriticalUntilRecovery() throws Exception {
    SplunkOnCall sink =
        SplunkOnCall.at(at("/integrations/generic/20131114/alert/" + KEY + "/database"));
    LocalService.Received request = sent(sink, Notices.opened());
    assertThat(request.path()).endsWith("/alert/" + KEY + "/database");
    JsonNode alert = request.json();
    assertThat(text(alert, "message_type")).isEqualTo("CRITICAL");
    assertThat(text(alert, "entity_id")).isEqualTo(Notices.KEY);
    assertThat(text(alert, "entity_display_name")).contains("are in ERROR");
    assertThat(text(alert, "state_message")).contains("https://ops.example.com/");
    assertThat(text(alert, "monitoring_tool")).isEqualTo("Baton");
    assertThat(alert.get("state_start_time").asLong()).isEqualTo(Notices.OPENED.getEpochSecond());
    assertThat(alert.get("timestamp").asLong()).isEqualTo(Notices.AT.getEpochSecond());

    JsonNode end = sent(sink, Notices.resolved()).json();
    assertThat(text(end, "message_type")).isEqualTo("RECOVERY");
    assertThat(text(end, "entity_id")).isEqualTo(Notices.KEY);
    JsonNode low = sent(sink, Notices.of(Criticality.LOW)).json();
    assertThat(text(low, "message_type")).isEqualTo("WARNING");
  }

  @Test
  void rollbarGetsOneItemForStartAndOneForEnd() throws Exception {
    Rollbar sink = Rollbar.accessToken(KEY).environment("test").at(at("/api/1/item/"));
    LocalService.Received request = sent(sink, Notices.opened());
    assertThat(request.path()).isEqualTo("/api/1/item/");
    assertThat(request.headers()).containsEntry("X-Rollbar-Access-Token", KEY);
    JsonNode data = request.json().get("data");
    assertThat(names(data))
        .contains("environment", "body")
        .isSubsetOf(
            "environment",
            "body",
            "level",
            "timestamp",
            "code_version",
            "platform",
            "language",
            "framework",
            "context",
            "request",
            "person",
            "server",
            "client",
            "custom",
            "fingerprint",
            "title",
            "uuid",
            "notifier");
    assertThat(text(data, "environment")).isEqualTo("test");
    assertThat(text(data.get("body").get("message"), "body")).contains("are in ERROR");
    assertThat(text(data, "level")).isEqualTo("error");
    assertThat(text(data, "fingerprint")).hasSizeLessThanOrEqualTo(40);
    assertThat(text(data, "uuid")).hasSizeLessThanOrEqualTo(36);

    JsonNode repeat = sent(sink, Notices.opened()).json().get("data");
    assertThat(text(repeat, "uuid")).isEqualTo(text(data, "uuid"));
    JsonNode end = sent(sink, Notices.resolved()).json().get("data");
    assertThat(text(end, "level")).isEqualTo("info");
    assertThat(text(end, "fingerprint")).isNotEqualTo(text(data, "fingerprint"));
  }

  @Test
  void webhookHasEveryFieldAndIsSigned() throws Exception {
    Webhook sink =
        Webhook.to(at("/hook?key=" + KEY))
            .bearer("t0ken")
            .signedWith("a key of 16 chars".replace(" ", "-"));
    LocalService.Received request = sent(sink, Notices.opened());
    assertThat(request.path()).isEqualTo("/hook?key=" + KEY);
    assertThat(request.headers()).containsEntry("Authorization", "Bearer t0ken");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("a-key-of-16-chars".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    assertThat(request.headers())
        .containsEntry(
            "X-Baton-Signature", "sha256=" + HexFormat.of().formatHex(mac.doFinal(request.body())));
    JsonNode document = request.json();
    assertThat(names(document))
        .containsExactlyInAnyOrder(
            "key",
            "number",
            "reason",
            "status",
            "kind",
            "name",
            "tasks",
            "summary",
            "service",
            "criticality",
            "openedAt",
            "at",
            "owner",
            "link");
    assertThat(text(document, "status")).isEqualTo("open");
    assertThat(text(document, "name")).isEqualTo("PAYOUT \"Ü\" <b>");
    assertThat(document.get("tasks").asLong()).isEqualTo(3);
    assertThat(text(sent(sink, Notices.resolved()).json(), "status")).isEqualTo("resolved");
  }

  @Test
  void noSinkShowsItsSecrets() throws Exception {
    service.behave(LocalService.answering(401));
    for (IncidentSink sink : sinks()) {
      assertThat(sink.toString()).doesNotContain(KEY);
      Answer answer = sink.deliver(Notices.opened());
      assertThat(answer).isInstanceOf(Answer.Refused.class);
      assertThat(answer.toString()).doesNotContain(KEY);
    }
    assertThat(new Secret("key", KEY).toString()).isEqualTo("***");
  }

  @Test
  void invalidKeysAreRefusedWithoutBeingShown() {
    for (String bad : new String[] {"", " ", "k3y k3y", "k3y\n", "k3yü", "k3y".repeat(200)}) {
      refused(() -> PagerDuty.routingKey(bad));
      refused(() -> Opsgenie.apiKey(bad));
      refused(() -> SplunkOnCall.restEndpoint(bad, "database"));
      refused(() -> SplunkOnCall.restEndpoint(KEY, bad));
      refused(() -> Rollbar.accessToken(bad));
      refused(() -> Webhook.to(at("/")).bearer(bad));
    }
    refused(() -> SplunkOnCall.restEndpoint(KEY, "k3y/../other"));
    refused(() -> Webhook.to(at("/")).signedWith("k3y"));
  }

  @Test
  void sinksUseTheAddressesOfTheirServices() {
    assertThat(PagerDuty.routingKey(KEY)).hasToString("pagerduty at events.pagerduty.com");
    assertThat(PagerDuty.routingKey(KEY).europe())
        .hasToString("pagerduty at events.eu.pagerduty.com");
    assertThat(Opsgenie.apiKey(KEY).named("other").europe())
        .hasToString("other at api.eu.opsgenie.com");
    assertThat(SplunkOnCall.restEndpoint(KEY, "database"))
        .hasToString("splunk-on-call at alert.victorops.com");
    assertThat(Rollbar.accessToken(KEY)).hasToString("rollbar at api.rollbar.com");
  }

  private List<IncidentSink> sinks() {
    return List.of(
        PagerDuty.routingKey(KEY).at(at("/v2/enqueue")),
        Opsgenie.apiKey(KEY).at(at("")),
        SplunkOnCall.at(at("/alert/" + KEY + "/database")),
        Rollbar.accessToken(KEY).at(at("/api/1/item/")),
        Webhook.to(at("/" + KEY)).bearer(KEY).signedWith(KEY));
  }

  private static void refused(Runnable making) {
    assertThatThrownBy(making::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("k3y");
  }

  private String severity(PagerDuty sink, Criticality criticality) throws Exception {
    return text(sent(sink, Notices.of(criticality)).json().get("payload"), "severity");
  }

  private LocalService.Received sent(IncidentSink sink, IncidentNotice notice) throws Exception {
    assertThat(sink.deliver(notice)).isEqualTo(new Answer.Accepted());
    LocalService.Received request = service.next();
    assertThat(request.method()).isEqualTo("POST");
    return request;
  }

  private URI at(String path) {
    return URI.create(service.address() + path);
  }

  private static Set<String> names(JsonNode object) {
    return Set.copyOf(object.propertyNames());
  }

  private static String text(JsonNode object, String field) {
    return object.get(field).asString();
  }
}
